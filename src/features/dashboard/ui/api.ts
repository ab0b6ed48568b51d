import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { campaignsContract } from '#features/campaigns/contract.ts'
import type { OwnPledge } from '#features/pledges/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { dropLate } from '#platform/client/own-acts.ts'
import { changeItems } from '#platform/client/pages.ts'
import type { dashboardContract, TakenPledge } from '../contract.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')
const dashboardApi = apiFor<typeof dashboardContract>('dashboard')

export type Own = Awaited<ReturnType<typeof api.mine.call>>['items'][number]

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

/** Own impact, latest pledges and the latest news. */
export const ownDashboard = () => dashboardApi.get.queryOptions()

/** Own pledges in pages of 20, from the cursor in the address on. */
export const pledgePages = (start?: string) =>
  dashboardApi.pledges.infiniteOptions({
    input: (from: string | undefined) => ({ limit: 20, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Shows a changed pledge in the dashboard and in the list of all pledges. */
export function changePledge(queryClient: QueryClient, { id, pledge }: { id: string; pledge: OwnPledge }): void {
  const changed = (items: TakenPledge[]) => items.map((taken) => (taken.campaign.id === id ? { ...taken, pledge } : taken))
  const { queryKey } = ownDashboard()
  dropLate(queryClient, queryKey)
  dropLate(queryClient, dashboardApi.pledges.key())
  queryClient.setQueryData(queryKey, (data) => data && { ...data, pledges: { ...data.pledges, latest: changed(data.pledges.latest) } })
  changeItems(queryClient, dashboardApi.pledges.key({ type: 'infinite' }), changed)
}
