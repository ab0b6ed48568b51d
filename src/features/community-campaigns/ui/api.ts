import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { communityCampaignsContract } from '../contract.ts'

export const api = apiFor<typeof communityCampaignsContract>('communityCampaigns')
export const campaignsApi = apiFor<typeof campaignsContract>('campaigns')

/** The campaigns of a community from `start` on, else from the last linked. */
export const linkedPages = (communityId: string, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ id: communityId, limit: 12, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The communities that a campaign's page names. */
export const behindCampaign = (campaignId: string) => api.behind.queryOptions({ input: { id: campaignId } })
