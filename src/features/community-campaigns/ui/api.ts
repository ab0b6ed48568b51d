import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { communityCampaignsContract } from '../contract.ts'

export const api = apiFor<typeof communityCampaignsContract>('communityCampaigns')
export const campaignsApi = apiFor<typeof campaignsContract>('campaigns')

/** Campaigns of a community, the last linked first, from cursor `start` on. */
export const linkedPages = (communityId: string, start?: string) => api.list.infiniteOptions(pagesFrom({ id: communityId, limit: 12 }, start))

/** Communities that a campaign's page shows. */
export const behindCampaign = (campaignId: string) => api.behind.queryOptions({ input: { id: campaignId } })
