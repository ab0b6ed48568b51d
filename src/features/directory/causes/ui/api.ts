import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { wholeList } from '#platform/client/whole-list.ts'
import { type EntryListSearch, entryListInput } from '../../ui/entry-list-search.ts'
import type { causesContract } from '../contract.ts'

const api = apiFor<typeof causesContract>('causes')

/** All causes in alphabetical order, for a selection field: only id, slug and name of each. */
export const allCauses = () =>
  queryOptions({
    queryKey: ['causes', 'to choose from'],
    queryFn: ({ signal }) =>
      wholeList(
        (cursor) => api.list.call({ sort: 'az', limit: 100, cursor }, { signal }),
        ({ id, slug, name }) => ({ id, slug, name }),
      ),
    staleTime: 60_000,
  })

/** Pages of 24, starting at the cursor in the URL. */
export const causePages = (search: EntryListSearch) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => entryListInput(search, from),
    initialPageParam: search.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Active causes with the highest trending scores. */
export const movingCauses = (limit: number) => api.list.queryOptions({ input: { active: true, sort: 'trending', limit } })
