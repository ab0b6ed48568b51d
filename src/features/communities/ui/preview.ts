const longest = 160

/** The beginning of a description, at most 160 characters, in one line. */
export function preview(description: string): string {
  const letters = [...description.replace(/\s+/gu, ' ').trim()]
  if (letters.length <= longest) return letters.join('')
  return `${letters
    .slice(0, longest)
    .join('')
    .replace(/[\s\p{P}]+$/u, '')}…`
}
