import { m } from '#messages'
import { type CodeTexts, textOfCode } from './failure-text.ts'

/** The text for each field with a problem. Unknown codes, as from a newer server, get the text `otherwise`. */
export const fieldTexts = (problems: Record<string, string>, texts: CodeTexts, otherwise: () => string = m.error_unexpected): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, textOfCode(texts, code) ?? otherwise()]))
