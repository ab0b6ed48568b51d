import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CampaignCard } from '#features/campaigns/contract.ts'
import { CommunityCard, membersOnly, moderatorsOnly } from '#features/communities/contract.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'

/** A campaign that a community runs or backs. */
export const LinkedCampaign = CampaignCard.extend({
  /** True if the campaign's page shows the community, which requires that the campaign's creator is a member. */
  isShownThere: z.boolean(),
})
export type LinkedCampaign = z.infer<typeof LinkedCampaign>

const pair = z.strictObject({ id: Id, campaignId: Id })
const done = z.object({ id: z.uuid(), campaignId: z.uuid() })

export const communityCampaignsContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/communities/{id}/campaigns',
      summary: 'The campaigns of a community, most recently linked first',
      tags: ['Community campaigns'],
    })
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
      CAMPAIGN_UNKNOWN: { ...stateRefusal, message: 'There is no public campaign with this id.' },
      TOO_MANY_CAMPAIGNS: { ...stateRefusal, message: 'A community can link at most 100 campaigns.' },
    }),

  unlink: oc
    .route({
      method: 'DELETE',
      path: '/communities/{id}/campaigns/{campaignId}',
      summary: 'Remove a link, as owner or mod of the community or as creator of the campaign',
      tags: ['Community campaigns'],
    })
    .input(pair)
    .output(done)
    .errors({ ...signInFirst, ...notFound, ...moderatorsOnly }),

  behind: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/communities',
      summary: 'Communities that link a campaign, if the reader can see them',
      tags: ['Community campaigns'],
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ items: z.array(CommunityCard) }))
    .errors(notFound),
}
