import type { Status } from '#features/campaigns/terms.ts'
import type { Membership } from '#features/communities/contract.ts'
import { mayModerate } from '#features/communities/policy.ts'

type Place = { viewer: Membership }

/** Owner and mods say which campaigns their community runs or backs. */
export const mayLink = mayModerate

/** What is still a draft is nobody's to link, not even its creator's. */
export const isLinkable = (campaign: { status: Status }) => campaign.status !== 'draft'

/** Owner and mods; and the campaign's creator, who decides what stands beside it. */
export const mayUnlink = (link: { community: Place; campaign: { viewer: { isCreator: boolean } } | null }) =>
  mayModerate(link.community) || link.campaign?.viewer.isCreator === true
