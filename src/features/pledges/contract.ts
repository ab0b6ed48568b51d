import { oc } from '@orpc/contract'
import { z } from 'zod'
import { joiningPaused } from '#features/switches/contract.ts'
import { Id } from '#platform/page.ts'
import { notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'

/** The number of a campaign's supporters. Of two counts, the one with the higher version is newer. */
export const Count = z.object({ supporters: z.int().nonnegative(), version: z.int().nonnegative() })
export type Count = z.infer<typeof Count>

/** The viewer's own pledge. A held pledge is reported as counted. */
export const OwnPledge = z.object({
  state: z
    .enum(['counted', 'unconfirmed', 'repeated', 'removed'])
    .describe('repeated: the same mailbox already counts in this campaign through another account. removed: a correction of the count has taken it out.'),
  isPrivate: z.boolean(),
})
export type OwnPledge = z.infer<typeof OwnPledge>

/** A campaign that a visitor of this browser has pressed Join on before signing in. */
export const JoinIntention = z.object({
  id: z.uuid(),
  isPrivate: z.boolean(),
  supporters: z.int().nonnegative(),
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string(), target: z.string() }),
})
export type JoinIntention = z.infer<typeof JoinIntention>

/** An action that a campaign asks of its supporters, and whether the viewer has marked it as done. */
export const OwnAction = z.object({ id: z.uuid(), text: z.string(), isDone: z.boolean() })
export type OwnAction = z.infer<typeof OwnAction>

/** Details of the viewer's own pledge; nobody else can read them. */
export const PledgeInFull = z.object({
  pledge: OwnPledge,
  actions: z.array(OwnAction),
  unconfirmedEmail: z.string().nullable().describe('The address that the confirmation link was sent to; null once the pledge counts.'),
  isRecent: z.boolean().describe('Whether the pledge was made or counted within the last hour.'),
})
export type PledgeInFull = z.infer<typeof PledgeInFull>

const ActionKey = z.strictObject({ id: Id, actionId: Id })
const noSuchAction = { ...signInFirst, ...notFound } as const

export const notActive = { CAMPAIGN_NOT_ACTIVE: { ...stateRefusal, message: 'This campaign is no longer active.' } } as const

export const pledgesContract = {
  // PUT sets a state, so retries, double clicks and a second tab are harmless.
  join: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/pledge',
      summary: 'Join a campaign',
      description:
        'A pledge is private unless isPrivate is false or the person shows pledges by default. An existing pledge stays as it is; change it with PATCH.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id, isPrivate: z.boolean().optional() }))
    .output(z.object({ pledge: OwnPledge, count: Count }))
    .errors({
      ...signInFirst,
      ...notFound,
      ...notActive,
      ...joiningPaused,
    }),

  setPrivate: oc
    .route({
      method: 'PATCH',
      path: '/campaigns/{id}/pledge',
      summary: 'Make your own pledge private or public',
      description: 'Possible at any time, also after the campaign has ended. Returns NOT_FOUND if you have not joined the campaign.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id, isPrivate: z.boolean() }))
    .output(z.object({ pledge: OwnPledge }))
    .errors({ ...signInFirst, ...notFound }),

  intentions: oc
    .route({
      method: 'GET',
      path: '/me/join-intentions',
      summary: 'Campaigns that this browser tried to join within the last hour without being signed in',
      description: 'Identified by a cookie; empty without it. Joining, signing out and DELETE remove them.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(JoinIntention) })),

  dropIntention: oc
    .route({ method: 'DELETE', path: '/me/join-intentions/{id}', summary: 'Forget one of these attempts to join', tags: ['Pledges'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() })),

  dismissNotice: oc
    .route({
      method: 'DELETE',
      path: '/me/shown-pledges-notice',
      summary: 'Dismiss the notice that your earlier pledges are shown on your profile',
      tags: ['Pledges'],
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ hasShownNotice: z.literal(false) }))
    .errors(signInFirst),

  get: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/pledge',
      summary: 'Your own pledge, with the campaign’s actions and which of them you have done',
      description: 'Returns NOT_FOUND if you have not joined the campaign. No one else can see which actions you marked as done.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id }))
    .output(PledgeInFull)
    .errors(noSuchAction),

  tick: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/actions/{actionId}/tick',
      summary: 'Mark an action of a joined campaign as done',
      description: 'Possible at any time, also after the campaign has ended. The mark is removed when the action is removed or reworded.',
      tags: ['Pledges'],
    })
    .input(ActionKey)
    .output(OwnAction)
    .errors(noSuchAction),

  untick: oc
    .route({ method: 'DELETE', path: '/campaigns/{id}/actions/{actionId}/tick', summary: 'Mark an action as not done', tags: ['Pledges'] })
    .input(ActionKey)
    .output(OwnAction)
    .errors(noSuchAction),
}
