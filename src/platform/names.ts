/** A person as authors are shown: first name and last initial ("Ada L."), or null where there is no first name. */
export function authorName(first: string, last: string): string | null {
  if (!first) return null
  const initial = [...last][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : first
}

/** The display name of a person who has chosen none: the short form, else the username. Never part of the email address, which would reveal it. */
export const defaultDisplayName = ({ first, last, username }: { first: string; last: string; username: string }) =>
  [...(authorName(first, last) ?? (username || 'Supporter'))].slice(0, 100).join('')

/** Full name, split at its last space. */
export function splitName(full: string): { first: string; last: string } {
  const words = full.trim().replace(/\s+/g, ' ')
  const at = words.lastIndexOf(' ')
  return at < 0 ? { first: words, last: '' } : { first: words.slice(0, at), last: words.slice(at + 1) }
}

/** What stands for whoever has deleted the account. */
export const deletedName = '[deleted]'

/** Nobody who is here may look like one who has left: only letters are looked at, in whatever form they are written. */
export const isDeletedName = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '') === 'deleted'

/** A person as the author of something; the one rule for all of them. */
export function shownName({ first_name, last_name, deleted_at }: { first_name: string | null; last_name: string | null; deleted_at: Date | null }): string {
  return deleted_at ? deletedName : (authorName(first_name ?? '', last_name ?? '') ?? 'Anonymous')
}
