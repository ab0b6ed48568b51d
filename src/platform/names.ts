import { displayNameLength, namelessAuthor, namelessPerson } from './terms.ts'

/** Shortens a name for display: first name and last initial ("Ada L."), or null without a first name. */
export function authorName(first: string, last: string): string | null {
  if (!first) return null
  const initial = [...last][0]
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : first
}

/**
 * The default display name: the short form, else the username. It is never derived from the email address, which it would
 * reveal.
 */
export const defaultDisplayName = ({ first, last, username }: { first: string; last: string; username: string }) =>
  [...(authorName(first, last) ?? (username || namelessPerson))].slice(0, displayNameLength).join('')

/** Splits a full name at its last space. */
export function splitName(full: string): { first: string; last: string } {
  const words = full.trim().replace(/\s+/g, ' ')
  const at = words.lastIndexOf(' ')
  return at < 0 ? { first: words, last: '' } : { first: words.slice(0, at), last: words.slice(at + 1) }
}

/** Shown in place of the name of a person whose account is deleted. */
export const deletedName = '[deleted]'

/** True for a name that could pass for a deleted account's. Compares letters only, after Unicode normalization (NFKC). */
export const isDeletedName = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '') === 'deleted'

/** The one rule for showing a person as an author. */
export function shownName({ first_name, last_name, deleted_at }: { first_name: string | null; last_name: string | null; deleted_at: Date | null }): string {
  return deleted_at ? deletedName : (authorName(first_name ?? '', last_name ?? '') ?? namelessAuthor)
}
