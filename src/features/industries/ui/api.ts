import { queryOptions } from '@tanstack/react-query'
import { type SubjectListSearch, subjectListInput } from '#features/live-stats/ui/public.ts'
import { apiFor } from '#platform/client/api.ts'
import { wholeList } from '#platform/client/whole-list.ts'
import type { industriesContract } from '../contract.ts'

const api = apiFor<typeof industriesContract>('industries')

/** Every industry by name, to choose from: no more of each than a choice needs. */
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

/** Pages of 24, from the cursor in the address on. */
export const industryPages = (search: SubjectListSearch) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => subjectListInput(search, from),
    initialPageParam: search.cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The few that move most. */
export const movingIndustries = (limit: number) => api.list.queryOptions({ input: { active: true, sort: 'trending', limit } })
