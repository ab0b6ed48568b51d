import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Suspension } from '#features/moderation/contract.ts'
import { moderationCodes, rules } from '#features/moderation/terms.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, notFound, sentence, stateRefusal } from '#platform/refusal.ts'
import { peopleShown, roles, suspensionDays } from './terms.ts'

export const PersonRow = z.object({
  id: z.uuid(),
  name: z.string().describe('The display name.'),
  role: z.enum(roles),
  since: z.iso.date().describe('The day (UTC) of the sign-up.'),
  suspension: Suspension.nullable(),
  isSuspendedByAdmin: z.boolean().describe('An administrator has set the suspension. Moderators cannot change it.'),
  decisions: z.int().nonnegative().describe('Hidden or removed content of the person, warnings and suspensions, within a year.'),
})
export type PersonRow = z.infer<typeof PersonRow>

export const SignUps = z.object({
  hours: z.array(z.object({ at: z.date(), signUps: z.int().nonnegative() })).describe('The last 72 hours, newest first.'),
  domains: z.array(z.object({ mailDomain: z.string(), signUps: z.int() })).describe('Domains with at least 10 of these sign-ups, most first.'),
  otherDomains: z.int().nullable().describe('Sign-ups from all other domains together. Null if there are fewer than 10.'),
})
export type SignUps = z.infer<typeof SignUps>

export const RoleChange = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  from: z.enum(roles),
  to: z.enum(roles),
  reason: z.string(),
  by: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null for the command line.'),
  at: z.date(),
})
export type RoleChange = z.infer<typeof RoleChange>

const route = { tags: ['People'] }
const Reason = z.string().max(10_000)
const mayNot = {
  FORBIDDEN: {
    message: 'Moderators may do this to members whom no administrator has suspended, administrators also to moderators, and nobody to themselves.',
  },
} as const
const mayNotRead = { FORBIDDEN: { message: 'Moderators may do this for members, administrators for everybody.' } } as const
const addressLimit = {
  ADDRESS_LIMIT: { status: 429, message: sentence('ADDRESS_LIMIT'), data: z.object({ text: z.string(), retryAfterMs: z.int().positive() }) },
} as const
const lastAdmin = { LAST_ADMIN: { ...stateRefusal, message: 'This is the only administrator. Make somebody else an administrator first.' } } as const

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const peopleContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/moderation/people', summary: 'For moderators: people, the newest accounts first' })
    .input(
      z.strictObject({
        ...PageInput,
        q: z.string().max(200).default('').describe('A name, a username, an id or the address of a profile.'),
        show: z.enum(peopleShown).default('all'),
      }),
    )
    .output(pageOf(PersonRow))
    .errors({ ...notFound, ...badCursor }),

  signUps: oc
    .route({ ...route, method: 'GET', path: '/moderation/sign-ups', summary: 'For moderators: sign-ups by hour and by mail domain' })
    .input(z.strictObject({}).optional())
    .output(SignUps)
    .errors(notFound),

  address: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/people/{id}/address',
      summary: 'For moderators: the email address of a person, for a reason that is logged',
      description: 'At most 20 in 24 hours. Those of moderators and administrators only for administrators.',
    })
    .input(z.strictObject({ id: Id, reason: Reason.describe('At least 20 characters. For the log, which only administrators read.') }))
    .output(z.object({ id: z.uuid(), email: z.string().nullable().describe('Null if the account has no address.') }))
    .errors({ ...notFound, ...mayNotRead, ...addressLimit, ...fieldRefusals([...moderationCodes, 'REASON_TOO_SHORT']) }),

  roleChanges: oc
    .route({ ...route, method: 'GET', path: '/moderation/role-changes', summary: 'For administrators: the latest changes of roles, newest first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(RoleChange) }))
    .errors(notFound),

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
        rule: z.enum(rules).default('other').describe('The rule on which the suspension rests.'),
        reason: Reason.describe('The person reads it when signing in.'),
        hidesContent: z
          .boolean()
          .describe('Hides what the person wrote (campaigns, updates, posts, comments, chat messages, statements of companies) until the suspension ends.'),
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
