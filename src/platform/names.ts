/** A person as authors are shown: first name and last initial ("Ada L."), or null where there is no first name. */
export function authorName(first: string, last: string): string | null {
  if (!first) return null
  const initial = [...last][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : first
}

/** Full name, split at its last space. */
export function splitName(full: string): { first: string; last: string } {
  const words = full.trim().replace(/\s+/g, ' ')
  const at = words.lastIndexOf(' ')
  return at < 0 ? { first: words, last: '' } : { first: words.slice(0, at), last: words.slice(at + 1) }
}
