import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { communityCampaignsContract } from '../contract.ts'

export const api = apiFor<typeof communityCampaignsContract>('communityCampaigns')
export const campaignsApi = apiFor<typeof campaignsContract>('campaigns')

/** Communities that a campaign's page shows. */
export const behindCampaign = (campaignId: string) => api.behind.queryOptions({ input: { id: campaignId } })
