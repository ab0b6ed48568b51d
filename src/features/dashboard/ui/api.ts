import { queryOptions } from '@tanstack/react-query'
import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')

type Own = Awaited<ReturnType<typeof api.mine.call>>['items'][number]

const pageSize = 100
const mostPages = 10

/** All of one's own campaigns, newest first. */
export const mine = () =>
  queryOptions({
    queryKey: [...api.mine.key(), 'all'],
    queryFn: async ({ signal }) => {
      const all: Own[] = []
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const { items, nextCursor } = await api.mine.call({ limit: pageSize, ...(cursor ? { cursor } : {}) }, { signal })
        all.push(...items)
        if (!nextCursor) break
        cursor = nextCursor
      }
      return all
    },
  })
