import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Suspension } from '#features/moderation/contract.ts'
import { moderationCodes } from '#features/moderation/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, stateRefusal } from '#platform/refusal.ts'
import { roles, suspensionDays } from './terms.ts'

export const PersonRow = z.object({
  id: z.uuid(),
  name: z.string().describe('The display name.'),
  role: z.enum(roles),
  since: z.date(),
  suspension: Suspension.nullable(),
})
export type PersonRow = z.infer<typeof PersonRow>

const route = { tags: ['People'] }
const Reason = z.string().max(10_000)
const mayNot = { FORBIDDEN: { message: 'Moderators may do this to members, administrators also to moderators, and nobody to themselves.' } } as const
const lastAdmin = { LAST_ADMIN: { ...stateRefusal, message: 'This is the only administrator. Make somebody else an administrator first.' } } as const

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const peopleContract = {
  suspend: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/people/{id}/suspension',
      summary: 'For moderators: suspend a person',
      description: 'Ends all sessions and streams of the person, and refuses sign-ins until the suspension ends. It never changes a count.',
    })
    .input(
      z.strictObject({
        id: Id,
        days: z.literal(suspensionDays).describe('Null: for ever.'),
        reason: Reason.describe('The person reads it when signing in.'),
        hidesContent: z.boolean().describe('Hides the comments and campaigns of the person until the suspension ends.'),
      }),
    )
    .output(PersonRow)
    .errors({ ...notFound, ...mayNot, ...lastAdmin, ...fieldRefusals(moderationCodes) }),

  lift: oc
    .route({ ...route, method: 'DELETE', path: '/moderation/people/{id}/suspension', summary: 'For moderators: lift a suspension before its end' })
    .input(z.strictObject({ id: Id, reason: Reason.describe('For the record.') }))
    .output(PersonRow)
    .errors({ ...notFound, ...mayNot, ...fieldRefusals(moderationCodes), NOT_SUSPENDED: { ...stateRefusal, message: 'This person is not suspended.' } }),

  setRole: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/people/{id}/role',
      summary: 'For administrators: grant or withdraw a role',
      description: 'Effective from the next request. The last administrator keeps the role.',
    })
    .input(z.strictObject({ id: Id, role: z.enum(roles), reason: Reason.describe('For the log. Only administrators read it.') }))
    .output(PersonRow)
    .errors({ ...notFound, ...lastAdmin, ...fieldRefusals(moderationCodes) }),
}
