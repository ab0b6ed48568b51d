import { remember, remembered } from '#platform/client/browser-memory.ts'
import { jsonOf } from '#platform/json.ts'
import { recentAtMost } from '../terms.ts'

const name = 'search.recent'

/** Recent searches of this browser, the latest first. */
export function recentSearches(): string[] {
  const kept = jsonOf(remembered(name) ?? '[]')
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, recentAtMost) : []
}

const keep = (texts: string[]) => remember(name, texts.length ? JSON.stringify(texts.slice(0, recentAtMost)) : null)
const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** Adds a text as the first one. The same text in another case is removed. */
export const addRecent = (text: string) => keep([text, ...recentSearches().filter((other) => !isSame(other, text))])
export const removeRecent = (text: string) => keep(recentSearches().filter((other) => !isSame(other, text)))
export const clearRecent = () => keep([])
