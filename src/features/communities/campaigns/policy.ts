import type { Status } from '#features/campaigns/terms.ts'
import type { Membership } from '#features/communities/contract.ts'
import { mayModerate } from '#features/communities/policy.ts'

type Place = { viewer: Membership }

/** Owner and mods choose the campaigns that their community runs or backs. */
export const mayLink = mayModerate

/** A draft cannot be linked, not even by its creator. */
export const isLinkable = (campaign: { status: Status }) => campaign.status !== 'draft'

/** Owner and mods may unlink, and the campaign's creator too, because the community is shown on the campaign's page. */
export const mayUnlink = (link: { community: Place; campaign: { viewer: { isCreator: boolean } } | null }) =>
  mayModerate(link.community) || link.campaign?.viewer.isCreator === true
