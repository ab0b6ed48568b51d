import { readerOf } from '#platform/client/search-text.ts'
import { type EntrySort, entrySorts } from '../terms.ts'

/** URL parameters of /industries and /causes. Default values are left out. */
export type EntryListSearch = { active?: string | undefined; sort?: string | undefined; cursor?: string | undefined }

/** Drops invalid and default values. */
export function readEntryListSearch(given: EntryListSearch): EntryListSearch {
  return {
    active: given.active === '1' ? '1' : undefined,
    sort: entrySorts.slice(1).find((each) => each === given.sort),
    cursor: readerOf(given).cursor(),
  }
}

export const sortOf = ({ sort }: EntryListSearch): EntrySort => entrySorts.find((each) => each === sort) ?? 'trending'
