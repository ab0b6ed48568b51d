/**
 * The words of a text without case, accents, spaces, punctuation and characters that nobody sees, so that copies with small changes are found.
 * A text without letters and digits keeps its other characters.
 */
export function plainWords(text: string): string {
  const seen = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
  const words = seen.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return words || seen.trim()
}
