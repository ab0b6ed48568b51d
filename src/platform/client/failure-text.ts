import { m } from '#messages'
import { refusalOf } from './refusal-of.ts'

/** Texts by error code. */
export type CodeTexts = Readonly<Record<string, () => string>>

export const textOfCode = (texts: CodeTexts, code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(texts, code) ? texts[code]?.() : undefined

/** The text for a failed request: that of its code, of a missing answer, or of the refusal itself, or for too many requests; else `otherwise`. */
export function failureText(error: unknown, texts: CodeTexts = {}, otherwise: () => string = m.error_unexpected): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return textOfCode(texts, refusal.code) ?? refusal.text ?? (refusal.status === 429 ? m.error_too_many() : otherwise())
}

/** The text for each field with a problem. Unknown codes, as from a newer server, get the text `otherwise`. */
export const fieldTexts = (problems: Record<string, string>, texts: CodeTexts, otherwise: () => string = m.error_unexpected): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, textOfCode(texts, code) ?? otherwise()]))
