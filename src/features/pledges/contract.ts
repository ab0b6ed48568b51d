import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'

/** A campaign's supporters at one moment; of two counts the one with the higher version is newer. */
export const Count = z.object({ supporters: z.int().nonnegative(), version: z.int().nonnegative() })
export type Count = z.infer<typeof Count>

/** One's own pledge. A pledge that is looked into answers like a counted one. */
export const OwnPledge = z.object({ state: z.enum(['counted', 'unconfirmed']), isPrivate: z.boolean() })
export type OwnPledge = z.infer<typeof OwnPledge>

export const notActive = { CAMPAIGN_NOT_ACTIVE: { ...stateRefusal, message: 'This campaign is no longer active.' } } as const

export const pledgesContract = {
  // Sets a state, so a retry, a double tap and a second tab are harmless.
  join: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/pledge',
      summary: 'Join a campaign',
      description: 'Whoever has joined already keeps the pledge as it is, private or not; PATCH changes that.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id, isPrivate: z.boolean().optional() }))
    .output(z.object({ pledge: OwnPledge, count: Count }))
    .errors({
      ...signInFirst,
      ...notFound,
      ...notActive,
    }),

  setPrivate: oc
    .route({
      method: 'PATCH',
      path: '/campaigns/{id}/pledge',
      summary: 'Make an own pledge private, or show it again',
      description: 'At any time, also after the campaign has ended. Not found where the campaign was not joined.',
      tags: ['Pledges'],
    })
    .input(z.strictObject({ id: Id, isPrivate: z.boolean() }))
    .output(z.object({ pledge: OwnPledge }))
    .errors({ ...signInFirst, ...notFound }),
}
