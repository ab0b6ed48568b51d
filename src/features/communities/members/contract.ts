import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly, moderatorsOnly, ownerOnly } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { moderationCodes } from '#features/moderation/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { muteDays } from './terms.ts'

/** A member. Lists start with the owner, then mods, then the newest. */
export const Member = z.object({ person: Author, role: z.enum(roles), joinedAt: z.date(), isViewer: z.boolean() })
export type Member = z.infer<typeof Member>

/** A person with a pending request, or a banned person. */
export const Waiting = z.object({ person: Author, since: z.date() })
export type Waiting = z.infer<typeof Waiting>

export const Muted = Waiting.extend({ until: z.date().nullable().describe('Null: until somebody ends it.'), reason: z.string() })
export type Muted = z.infer<typeof Muted>

export const Invite = z.object({ id: z.uuid(), createdBy: Author, createdAt: z.date(), expiresAt: z.date(), uses: z.int().nonnegative() })
export type Invite = z.infer<typeof Invite>

const someone = z.strictObject({ id: Id, personId: Id })
const done = z.object({ id: z.uuid(), personId: z.uuid() })
const onOthers = {
  ...signInFirst,
  ...notFound,
  ...ownerOnly,
  NOT_A_MEMBER: { ...stateRefusal, message: 'This person is not a member of the community.' },
  OWNER_STAYS: { ...stateRefusal, message: 'This is the owner of the community.' },
} as const
/** Mods may act on plain members, the owner on mods too. */
const onMembers = { ...onOthers, ...moderatorsOnly } as const
const moderatorErrors = { ...signInFirst, ...notFound, ...moderatorsOnly } as const
const place = '/communities/{id}'

export const communityMembersContract = {
  list: oc
    .route({ method: 'GET', path: `${place}/members`, summary: 'Members: the owner, then mods, then the newest members', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, /** Prefixes of words in the displayed name. */ q: z.string().max(20_000).optional(), ...PageInput }))
    .output(pageOf(Member))
    .errors({ ...notFound, ...membersOnly, ...badCursor }),

  setRole: oc
    .route({ method: 'PUT', path: `${place}/members/{personId}/role`, summary: 'Appoint a mod, or dismiss one', tags: ['Community members'] })
    .input(someone.extend({ role: z.enum(['mod', 'member']) }))
    .output(done)
    .errors(onOthers),

  remove: oc
    .route({ method: 'DELETE', path: `${place}/members/{personId}`, summary: 'Remove a member, who may join again', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(onMembers),

  transfer: oc
    .route({ method: 'PUT', path: `${place}/owner`, summary: 'Make a member the owner and stay on as a mod', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(onOthers),

  banned: oc
    .route({ method: 'GET', path: `${place}/bans`, summary: 'Banned people', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Waiting))
    .errors({ ...signInFirst, ...notFound, ...moderatorsOnly, ...badCursor }),

  ban: oc
    .route({ method: 'PUT', path: `${place}/bans/{personId}`, summary: 'Ban a person', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(onMembers),

  unban: oc
    .route({ method: 'DELETE', path: `${place}/bans/{personId}`, summary: 'Lift a ban', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors({ ...signInFirst, ...notFound, ...moderatorsOnly }),

  muted: oc
    .route({ method: 'GET', path: `${place}/mutes`, summary: 'Muted people, the newest first', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Muted))
    .errors({ ...moderatorErrors, ...badCursor }),

  mute: oc
    .route({
      method: 'PUT',
      path: `${place}/mutes/{personId}`,
      summary: 'Mute a person, who then reads but does not write in the community',
      tags: ['Community members'],
    })
    .input(
      someone.extend({
        days: z.literal(muteDays).describe('Null: until somebody ends it.'),
        reason: z.string().max(10_000).describe('For the muted person, and for owner and mods.'),
      }),
    )
    .output(done)
    .errors({ ...onMembers, ...fieldRefusals(moderationCodes) }),

  unmute: oc
    .route({ method: 'DELETE', path: `${place}/mutes/{personId}`, summary: 'End a mute', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(moderatorErrors),

  requests: oc
    .route({ method: 'GET', path: `${place}/requests`, summary: 'Requests to join, oldest first', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Waiting).extend({ total: z.int().nonnegative() }))
    .errors({ ...moderatorErrors, ...badCursor }),

  approve: oc
    .route({ method: 'PUT', path: `${place}/requests/{personId}`, summary: 'Approve a request to join', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors({ ...moderatorErrors, NOT_WAITING: { ...stateRefusal, message: 'This request no longer exists.' } }),

  decline: oc
    .route({ method: 'DELETE', path: `${place}/requests/{personId}`, summary: 'Decline a request to join', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(moderatorErrors),

  invites: oc
    .route({ method: 'GET', path: `${place}/invites`, summary: 'Invite links that are still valid', tags: ['Community members'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ items: z.array(Invite) }))
    .errors(moderatorErrors),

  invite: oc
    .route({
      method: 'POST',
      path: `${place}/invites`,
      summary: 'Create an invite link; it is returned only once',
      tags: ['Community members'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id }))
    .output(Invite.extend({ token: z.string() }))
    .errors({ ...moderatorErrors, ...keyReused, TOO_MANY_INVITES: { ...stateRefusal, message: 'There are 20 invite links already. Withdraw one first.' } }),

  withdraw: oc
    .route({ method: 'DELETE', path: '/invites/{id}', summary: 'Withdraw an invite link', tags: ['Community members'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound }),
}
