import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CampaignCard } from '#features/campaigns/contract.ts'
import { CommunityCard, membersOnly, moderatorsOnly } from '#features/communities/contract.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'

/** A campaign that a community runs or backs. */
export const LinkedCampaign = CampaignCard.extend({
  /** Whether its own page names the community: while its creator is a member. */
  isShownThere: z.boolean(),
})
export type LinkedCampaign = z.infer<typeof LinkedCampaign>

const pair = z.strictObject({ id: Id, campaignId: Id })
const done = z.object({ id: z.uuid(), campaignId: z.uuid() })

export const communityCampaignsContract = {
  list: oc
    .route({ method: 'GET', path: '/communities/{id}/campaigns', summary: 'The campaigns of a community, last linked first', tags: ['Community campaigns'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(LinkedCampaign))
    .errors({ ...notFound, ...membersOnly, ...badCursor }),

  link: oc
    .route({ method: 'PUT', path: '/communities/{id}/campaigns/{campaignId}', summary: 'Link a public campaign', tags: ['Community campaigns'] })
    .input(pair)
    .output(done)
    .errors({
      ...signInFirst,
      ...notFound,
      ...moderatorsOnly,
      CAMPAIGN_UNKNOWN: { ...stateRefusal, message: 'There is no public campaign of this name.' },
      TOO_MANY_CAMPAIGNS: { ...stateRefusal, message: 'A community links 100 campaigns at most.' },
    }),

  unlink: oc
    .route({
      method: 'DELETE',
      path: '/communities/{id}/campaigns/{campaignId}',
      summary: 'Take a link away: its owner and mods, or the campaign’s creator',
      tags: ['Community campaigns'],
    })
    .input(pair)
    .output(done)
    .errors({ ...signInFirst, ...notFound, ...moderatorsOnly }),

  behind: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/communities',
      summary: 'The communities behind a campaign that the reader may know of',
      tags: ['Community campaigns'],
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ items: z.array(CommunityCard) }))
    .errors(notFound),
}
