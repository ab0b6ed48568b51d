import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { campaignsContract } from '#features/campaigns/contract.ts'
import type { OwnAction, OwnPledge } from '#features/pledges/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { dropLate } from '#platform/client/mutation-effects.ts'
import { changeItems, pagesFrom } from '#platform/client/pages.ts'
import type { dashboardContract, PledgeWithCampaign } from '../contract.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')
const dashboardApi = apiFor<typeof dashboardContract>('dashboard')

export type Own = Awaited<ReturnType<typeof api.mine.call>>['items'][number]

const pageSize = 100
const mostPages = 10

/** The viewer's own campaigns, newest first; at most 1,000. */
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

/** The viewer's impact, latest pledges and latest updates. */
export const ownDashboard = () => dashboardApi.get.queryOptions()

/** News from campaigns that the viewer has joined; updates since the last visit count as new. */
export const ownNews = (since: string | undefined) => dashboardApi.news.queryOptions({ input: since === undefined ? {} : { since } })

/** The viewer's pledges in pages of 20, starting at the cursor in the URL. */
export const pledgePages = (start?: string) => dashboardApi.pledges.infiniteOptions(pagesFrom({}, start))

/** Updates a changed pledge on the dashboard and in the list of all pledges. */
export const changePledge = (queryClient: QueryClient, { id, pledge }: { id: string; pledge: OwnPledge }): void =>
  changeTaken(queryClient, { id, change: (taken) => ({ ...taken, pledge }) })

/** Updates a ticked or unticked action on the dashboard and in the list of all pledges. */
export function changeAction(queryClient: QueryClient, { id, action }: { id: string; action: OwnAction }): void {
  const changed = (actions: OwnAction[]) => actions.map((known) => (known.id === action.id ? action : known))
  changeTaken(queryClient, { id, change: (taken) => ({ ...taken, campaign: { ...taken.campaign, actions: changed(taken.campaign.actions) } }) })
}

function changeTaken(queryClient: QueryClient, { id, change }: { id: string; change: (taken: PledgeWithCampaign) => PledgeWithCampaign }): void {
  const changed = (items: PledgeWithCampaign[]) => items.map((taken) => (taken.campaign.id === id ? change(taken) : taken))
  const { queryKey } = ownDashboard()
  dropLate(queryClient, queryKey)
  dropLate(queryClient, dashboardApi.pledges.key())
  queryClient.setQueryData(queryKey, (data) => data && { ...data, pledges: { ...data.pledges, latest: changed(data.pledges.latest) } })
  changeItems(queryClient, dashboardApi.pledges.key({ type: 'infinite' }), changed)
}

/** Removes the notice about earlier pledges from the dashboard. */
export function dropShownNotice(queryClient: QueryClient): void {
  const { queryKey } = ownDashboard()
  dropLate(queryClient, queryKey)
  queryClient.setQueryData(queryKey, (data) => data && { ...data, pledges: { ...data.pledges, hasShownNotice: false } })
}
