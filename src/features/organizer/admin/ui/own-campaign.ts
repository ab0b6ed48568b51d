import type { Campaign } from '#features/campaigns/contract.ts'
import { campaignOf } from '#features/campaigns/ui/campaign-of.ts'
import { denyPage } from '#platform/client/deny-page.ts'

/** For pages of a campaign's creator. Returns the campaign, or null if it is another person's. */
export async function ownCampaign(asked: Parameters<typeof campaignOf>[0]): Promise<Campaign | null> {
  const campaign = await campaignOf(asked)
  if (campaign.viewer.isCreator) return campaign
  denyPage()
  return null
}
