import type { causesContract } from '#features/causes/contract.ts'
import type { industriesContract } from '#features/industries/contract.ts'
import type { targetsContract } from '#features/targets/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { searchContract } from '../contract.ts'
import type { PageSearch } from './page-search.ts'

export const api = apiFor<typeof searchContract>('search')
export const targetsApi = apiFor<typeof targetsContract>('targets')
export const industriesApi = apiFor<typeof industriesContract>('industries')
export const causesApi = apiFor<typeof causesContract>('causes')

/** What was found, from the cursor in the address on. */
export function foundPages({ q = '', kind, status, privacy, cursor, ...filter }: PageSearch) {
  return api.find.infiniteOptions({
    input: (from: string | undefined) => ({
      q,
      kind: kind ?? 'campaigns',
      status: status ?? 'all',
      privacy: privacy ?? 'all',
      ...filter,
      limit: 20,
      ...(from ? { cursor: from } : {}),
    }),
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
