import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { wholeList } from '#platform/client/whole-list.ts'
import { type EntryListSearch, entryListInput } from '../../ui/entry-list-search.ts'
import type { industriesContract } from '../contract.ts'

const api = apiFor<typeof industriesContract>('industries')

/** All industries in alphabetical order, for a selection field: only id, slug and name of each. */
export const allIndustries = () =>
  queryOptions({
    queryKey: ['industries', 'to choose from'],
    queryFn: ({ signal }) =>
      wholeList(
        (cursor) => api.list.call({ sort: 'az', limit: 100, cursor }, { signal }),
        ({ id, slug, name }) => ({ id, slug, name }),
      ),
    staleTime: 60_000,
  })

/** Pages of 24, starting at the cursor in the URL. */
export const industryPages = (search: EntryListSearch) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => entryListInput(search, from),
    initialPageParam: search.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Active industries with the highest trending scores. */
export const movingIndustries = (limit: number) => api.list.queryOptions({ input: { active: true, sort: 'trending', limit } })
