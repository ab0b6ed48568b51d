import { pagesFrom } from '#platform/client/pages.ts'
import { readerOf } from '#platform/client/search-text.ts'
import { isSameName } from '#platform/same-name.ts'
import { pageSize, type TargetSort } from '../terms.ts'
import { api } from './api.ts'

/** Sort orders of /targets. The first is the default. */
export const offeredSorts = ['az', 'campaigns', 'supporters'] as const satisfies readonly TargetSort[]

/** URL parameters of /targets. Default values are left out. */
export type TargetsSearch = { search?: string | undefined; industry?: string | undefined; sort?: string | undefined; cursor?: string | undefined }

const longest = 200

/** The valid URL parameters, with the official spelling of the industry. */
export function readTargetsSearch(given: TargetsSearch, industries: readonly { name: string }[]): TargetsSearch {
  return {
    search: cut(given.search ?? '') || undefined,
    industry: industries.find(({ name }) => isSameName(name, given.industry ?? ''))?.name,
    sort: offeredSorts.slice(1).find((sort) => sort === given.sort),
    cursor: readerOf(given).cursor(),
  }
}

/** True if the search text was longer than the maximum. */
export const wasCut = ({ search = '' }: TargetsSearch) => cut(search) !== search.trim()

/** Does not cut a surrogate pair in two. */
const cut = (text: string) =>
  text
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

const narrowing = ({ search, industry }: TargetsSearch) => ({ ...(search ? { search } : {}), ...(industry ? { industry } : {}) })

export const targetCounts = (search: TargetsSearch) => api.counts.queryOptions({ input: narrowing(search) })

/** Pages of 20, starting at the cursor in the URL. */
export const targetPages = ({ sort, cursor, ...search }: TargetsSearch) =>
  api.list.infiniteOptions(
    pagesFrom(
      {
        ...narrowing(search),
        sort: offeredSorts.find((each) => each === sort) ?? 'az',
        limit: pageSize,
      },
      cursor,
    ),
  )

/** The targets with the most supporters. */
export const biggestTargets = (limit: number) => api.list.queryOptions({ input: { has: 'campaigns', sort: 'supporters', limit } })
