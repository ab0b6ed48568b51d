import { apiFor } from '#platform/client/api.ts'
import type { updatesContract } from '../contract.ts'

export const api = apiFor<typeof updatesContract>('updates')

/** A campaign's updates from `start` on, else from the newest. Nothing moves them but what the reader does. */
export const updatePages = (campaignId: string, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ id: campaignId, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })
