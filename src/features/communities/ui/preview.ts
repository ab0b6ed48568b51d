import { previewLength } from '../terms.ts'

/** The beginning of a description in one line. */
export function preview(description: string): string {
  const letters = [...description.replace(/\s+/gu, ' ').trim()]
  if (letters.length <= previewLength) return letters.join('')
  return `${letters
    .slice(0, previewLength)
    .join('')
    .replace(/[\s\p{P}]+$/u, '')}…`
}
