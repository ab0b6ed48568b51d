import anyAscii from 'any-ascii'
import { slugLength } from './terms.ts'

const uuidLike = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/

// Words that are, or may become, part of an address.
const reserved = new Set([
  'about',
  'admin',
  'all',
  'api',
  'archived',
  'causes',
  'counts',
  'create',
  'draft',
  'edit',
  'feed',
  'industries',
  'me',
  'new',
  'null',
  'search',
  'settings',
  'targets',
  'undefined',
  'victory',
  'active',
])

/** Turns text into a slug: transliterated, lower case, words joined by single hyphens, cut. Returns an empty string when nothing is left. */
export function slugOf(text: string): string {
  // Drops emoji, which any-ascii would replace with words.
  return anyAscii(text.normalize('NFC').replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}]/gu, ''))
    .toLowerCase()
    .trim()
    .replace(/[^\w\s-]/g, '')
    .replace(/[\s_]+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}

/** True for a slug that is not allowed: a route word, or text that could be taken for an id. */
export const isReservedSlug = (slug: string) => reserved.has(slug) || uuidLike.test(slug)

/** Returns the first of `base`, `base-2`, `base-3` and so on that is neither taken nor reserved. */
export function firstFreeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base) && !isReservedSlug(base)) return base
  let n = 2
  while (taken.has(`${base}-${n}`)) n++
  return `${base}-${n}`
}
