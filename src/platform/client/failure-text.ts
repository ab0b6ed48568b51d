import { m } from '#messages'
import { refusalOf } from './refusal-of.ts'

/** Texts by error code. */
export type CodeTexts = Readonly<Record<string, () => string>>

export const textOfCode = (texts: CodeTexts, code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(texts, code) ? texts[code]?.() : undefined

/** The text for a failed request: for a missing answer, from the server, for its code, or for too many requests; else `otherwise`. */
export function failureText(error: unknown, texts: CodeTexts = {}, otherwise: () => string = m.error_unexpected): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return refusal.text ?? textOfCode(texts, refusal.code) ?? (refusal.status === 429 ? m.error_too_many() : otherwise())
}
