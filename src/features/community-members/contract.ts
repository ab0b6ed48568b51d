import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly, moderatorsOnly, ownerOnly } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'

/** A member: owner first, then mods, then the newest. */
export const Member = z.object({ person: Author, role: z.enum(roles), joinedAt: z.date(), isViewer: z.boolean() })
export type Member = z.infer<typeof Member>

/** Somebody who asked to join, or who is banned. */
export const Waiting = z.object({ person: Author, since: z.date() })
export type Waiting = z.infer<typeof Waiting>

export const Invite = z.object({ id: z.uuid(), createdBy: Author, createdAt: z.date(), expiresAt: z.date(), uses: z.int().nonnegative() })
export type Invite = z.infer<typeof Invite>

const someone = z.strictObject({ id: Id, personId: Id })
const done = z.object({ id: z.uuid(), personId: z.uuid() })
const onOthers = {
  ...signInFirst,
  ...notFound,
  ...ownerOnly,
  NOT_A_MEMBER: { ...stateRefusal, message: 'Nobody of this name is a member here.' },
  OWNER_STAYS: { ...stateRefusal, message: 'This is the owner of the community.' },
} as const
const atTheDoor = { ...signInFirst, ...notFound, ...moderatorsOnly } as const
const place = '/communities/{id}'

export const communityMembersContract = {
  list: oc
    .route({ method: 'GET', path: `${place}/members`, summary: 'Members: owner, mods, then the newest', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, /** Beginnings of words of the shown name. */ q: z.string().max(20_000).optional(), ...PageInput }))
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
    .errors(onOthers),

  transfer: oc
    .route({ method: 'PUT', path: `${place}/owner`, summary: 'Make a member the owner and stay on as a mod', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(onOthers),

  banned: oc
    .route({ method: 'GET', path: `${place}/bans`, summary: 'Who is banned', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Waiting))
    .errors({ ...signInFirst, ...notFound, ...ownerOnly, ...badCursor }),

  ban: oc
    .route({ method: 'PUT', path: `${place}/bans/{personId}`, summary: 'Remove somebody for good', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(onOthers),

  unban: oc
    .route({ method: 'DELETE', path: `${place}/bans/{personId}`, summary: 'Let somebody who was banned join again', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors({ ...signInFirst, ...notFound, ...ownerOnly }),

  requests: oc
    .route({ method: 'GET', path: `${place}/requests`, summary: 'Who asked to join, longest first', tags: ['Community members'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Waiting).extend({ total: z.int().nonnegative() }))
    .errors({ ...atTheDoor, ...badCursor }),

  approve: oc
    .route({ method: 'PUT', path: `${place}/requests/{personId}`, summary: 'Let somebody in who asked', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors({ ...atTheDoor, NOT_WAITING: { ...stateRefusal, message: 'This request is not there any more.' } }),

  decline: oc
    .route({ method: 'DELETE', path: `${place}/requests/{personId}`, summary: 'Decline somebody who asked', tags: ['Community members'] })
    .input(someone)
    .output(done)
    .errors(atTheDoor),

  invites: oc
    .route({ method: 'GET', path: `${place}/invites`, summary: 'Invite links that still let people in', tags: ['Community members'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ items: z.array(Invite) }))
    .errors(atTheDoor),

  invite: oc
    .route({ method: 'POST', path: `${place}/invites`, summary: 'Make an invite link, which is told once', tags: ['Community members'], successStatus: 201 })
    .input(z.strictObject({ id: Id }))
    .output(Invite.extend({ token: z.string() }))
    .errors({ ...atTheDoor, ...keyReused, TOO_MANY_INVITES: { ...stateRefusal, message: 'There are 20 invite links already. Withdraw one first.' } }),

  withdraw: oc
    .route({ method: 'DELETE', path: '/invites/{id}', summary: 'Withdraw an invite link', tags: ['Community members'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound }),
}
