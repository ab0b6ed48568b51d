import type { QueryClient } from '@tanstack/react-query'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, updatePages } from './api.ts'

/** Finds an update of this campaign and loads the pages that contain it. Null if there is no such update. */
export async function findUpdate(queryClient: QueryClient, { campaignId, updateId }: { campaignId: string; updateId: string }) {
  const update = await api.get.call({ id: updateId }).catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })
  if (update?.campaignId !== campaignId) return null
  const first = await queryClient.ensureInfiniteQueryData(updatePages(campaignId))
  const isOnFirst = first.pages.some(({ items }) => items.some(({ id }) => id === updateId))
  const start = isOnFirst ? undefined : update.cursor
  if (start) await queryClient.ensureInfiniteQueryData(updatePages(campaignId, start))
  return { id: updateId, start }
}
