import type { QueryClient } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { loadPageOf, pagesFrom } from '#platform/client/pages.ts'
import type { updatesContract } from '../contract.ts'

export const api = apiFor<typeof updatesContract>('updates')

/** A campaign's updates, from cursor `start` on. Never refetched automatically, so that the list does not move while it is read. */
export const updatePages = (campaignId: string, start?: string) =>
  api.list.infiniteOptions({ ...pagesFrom({ id: campaignId, limit: 10 }, start), staleTime: 'static' })

export const newestUpdate = (campaignId: string) => api.list.queryOptions({ input: { id: campaignId, limit: 1 } })

/** Finds an update of this campaign and loads the pages that contain it. Null if there is no such update. */
export async function findUpdate(client: QueryClient, { campaignId, updateId }: { campaignId: string; updateId: string }) {
  const update = await nullIfAbsent(api.get.call({ id: updateId }))
  if (update?.campaignId !== campaignId) return null
  return { id: updateId, start: await loadPageOf(update, (start) => client.ensureInfiniteQueryData(updatePages(campaignId, start))) }
}
