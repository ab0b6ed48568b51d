import { isSameName } from '#platform/same-name.ts'
import type { TargetSort } from '../terms.ts'
import { api } from './api.ts'

/** The orders that /targets offers, the first one unless another is asked for. */
export const offeredSorts = ['az', 'campaigns', 'supporters'] as const satisfies readonly TargetSort[]

/** What /targets can be asked for, as it stands in the address; what is at its default is left out. */
export type TargetsSearch = { search?: string | undefined; industry?: string | undefined; sort?: string | undefined; cursor?: string | undefined }

const longest = 200

/** What the address asks for, with its industry as it is written here; what means nothing is left out. */
export function readTargetsSearch(given: TargetsSearch, industries: readonly { name: string }[]): TargetsSearch {
  return {
    search: cut(given.search ?? '') || undefined,
    industry: industries.find(({ name }) => isSameName(name, given.industry ?? ''))?.name,
    sort: offeredSorts.slice(1).find((sort) => sort === given.sort),
    cursor: given.cursor?.slice(0, 500) || undefined,
  }
}

/** Whether a search text is longer than what is looked for. */
export const wasCut = ({ search = '' }: TargetsSearch) => cut(search) !== search.trim()

/** Never in the middle of a sign. */
const cut = (text: string) =>
  text
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

const narrowing = ({ search, industry }: TargetsSearch) => ({ ...(search ? { search } : {}), ...(industry ? { industry } : {}) })

export const targetCounts = (search: TargetsSearch) => api.counts.queryOptions({ input: narrowing(search) })

/** Pages of 20, from the cursor in the address on. */
export const targetPages = ({ sort, cursor, ...search }: TargetsSearch) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({
      ...narrowing(search),
      sort: offeredSorts.find((each) => each === sort) ?? 'az',
      limit: 20,
      ...(from ? { cursor: from } : {}),
    }),
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The few with the most supporters. */
export const biggestTargets = (limit: number) => api.list.queryOptions({ input: { has: 'campaigns', sort: 'supporters', limit } })
