import { apiFor } from '#platform/client/api.ts'
import type { updatesContract } from '../contract.ts'

export const api = apiFor<typeof updatesContract>('updates')

/** A campaign's updates, from cursor `start` on. Never refetched automatically, so that the list does not move while it is read. */
export const updatePages = (campaignId: string, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ id: campaignId, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })

export const newestUpdate = (campaignId: string) => api.list.queryOptions({ input: { id: campaignId, limit: 1 } })
