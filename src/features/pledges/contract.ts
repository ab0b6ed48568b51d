import { oc } from '@orpc/contract'
import { z } from 'zod'
import { joiningPaused } from '#features/moderation/switches/contract.ts'
import { Id } from '#platform/page.ts'
import { notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { receiptNeeded } from './receipts/terms.ts'
import { detachRefusals } from './terms.ts'

/** The number of a campaign's supporters. Of two counts, the one with the higher version is newer. */
export const Count = z.object({ supporters: z.int().nonnegative(), version: z.int().nonnegative() })
export type Count = z.infer<typeof Count>

/** The viewer's own pledge. A held pledge is reported as counted for 72 hours. */
export const OwnPledge = z.object({
  state: z
    .enum(['counted', 'unconfirmed', 'paused', 'repeated', 'review', 'removed', 'rejected'])
    .describe(
      'paused: the address was confirmed while joining was paused, and the pledge counts once it is resumed. repeated: the same mailbox has already joined this campaign through another account. review: it could not be told apart from automated ones, and does not count yet. removed: a correction of the count has taken it out. rejected: it had never counted, and a moderator has decided that it does not.',
    ),
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

/** A campaign that somebody joined with an address that is not confirmed yet. */
export const WaitingJoin = z.object({ id: z.uuid(), title: z.string(), target: z.string() })
export type WaitingJoin = z.infer<typeof WaitingJoin>

/** An action that a campaign asks of its supporters, and whether the viewer has marked it as done. */
export const OwnAction = z.object({ id: z.uuid(), text: z.string(), isDone: z.boolean() })
export type OwnAction = z.infer<typeof OwnAction>

/** Whether the viewer can disconnect the pledge. */
export const Detaching = z.object({
  refusal: z.enum(detachRefusals).nullable().describe('The code with which disconnecting the pledge is refused; null if it is possible.'),
  from: z.date().nullable().describe('When it becomes possible, if the pledge is too new; otherwise null.'),
})
export type Detaching = z.infer<typeof Detaching>

/** Details of the viewer's own pledge; nobody else can read them. */
export const PledgeInFull = z.object({
  pledge: OwnPledge,
  detaching: Detaching,
  actions: z.array(OwnAction),
  unconfirmedEmail: z.string().nullable().describe('The address that the confirmation link was sent to; null once the pledge counts.'),
  isLookPossible: z.boolean().describe('Whether you can ask a moderator to look at a pledge that is in review or was removed, and have not done so.'),
  isLookAsked: z.boolean().describe('Whether you have asked and wait for the answer.'),
  isLookAnswered: z.boolean().describe('Whether you have asked about a pledge that was removed, and a moderator has looked and the decision stays.'),
  hoursToLook: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Hours that such a look has lately taken, the median; null under five decisions, and for a pledge that needs no look.'),
  isChecked: z.boolean().describe('Whether the pledge was in review and a moderator has let it in.'),
  isRecent: z.boolean().describe('Whether the pledge was made or counted within the last hour.'),
  receiptNeeds: z.enum(receiptNeeded).describe('The confirmation that you need to see the receipt of the pledge.'),
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

  detach: oc
    .route({
      method: 'DELETE',
      path: '/campaigns/{id}/pledge',
      summary: 'Disconnect your pledge from your account',
      description:
        'The campaign’s count stays the same. Your ticks, your receipt, your notifications about the campaign and the link between you and the pledge are deleted; nobody can undo it. A hash of your email address stays until 90 days after the end of the campaign, so that the address is not counted twice. Returns NOT_FOUND if you have not joined the campaign.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...signInFirst,
      ...notFound,
      CREATOR_STAYS: { ...stateRefusal, message: 'You started this campaign, so your pledge stays connected to you.' },
      PLEDGE_NOT_COUNTED: { ...stateRefusal, message: 'Only a pledge that counts can be disconnected.' },
      PLEDGE_TOO_NEW: {
        ...stateRefusal,
        message: 'You joined with a new account. The pledge can be disconnected three days after that.',
        data: z.object({ detachableFrom: z.date() }),
      },
    }),

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

  waiting: oc
    .route({
      method: 'GET',
      path: '/confirmations/{token}',
      summary: 'The campaigns that an account joins when its address is confirmed with this mailed link',
      description: 'Confirming without some of them deletes these pledges. Empty for a link that is used, expired or not ours.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .output(z.object({ items: z.array(WaitingJoin) })),

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

  askLook: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/pledge/look',
      summary: 'Ask a moderator to look at your pledge that does not count yet',
      description:
        'Returns NOT_FOUND unless the pledge is in review, or was removed by a correction that can still be undone and about which no moderator has answered you yet.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ isLookAsked: z.literal(true) }))
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
