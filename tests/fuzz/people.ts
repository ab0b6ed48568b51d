import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { confirmKey } from '#features/accounts/server/confirming-link.ts'
import { openHashing } from '#features/accounts/server/public.ts'
import { hashOfSecret } from '#platform/server/mailed-secret.ts'
import { sessionValue } from '#platform/server/session.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * The sender of a request. `owner` is the person who owns the thing in the request's path, if anybody does. Ids and sessions are derived from kind
 * and number only, so a failed request can be sent again later.
 */
export type Actor = {
  kind: 'owner' | 'member' | 'unconfirmed' | 'moderator' | 'admin' | 'suspended' | 'expired' | 'leaver' | 'forged' | 'visitor'
  number: number
}

/** `AUTH_SECRET` of the fuzzed site. A site on which a failed request is repeated must have the same one. */
export const fuzzSecret = 'a secret that only the fuzzed site has, and no other'

const many: Record<Actor['kind'], number> = {
  owner: 0,
  member: 90,
  unconfirmed: 40,
  moderator: 20,
  admin: 2,
  suspended: 2,
  expired: 2,
  leaver: 1_000,
  forged: 5,
  visitor: 1,
}
const shares = { owner: 30, member: 35, unconfirmed: 9, moderator: 9, admin: 10, suspended: 2, expired: 3, forged: 3, visitor: 14 } as const

export const actorOf: fc.Arbitrary<Actor> = fc.oneof(
  ...(Object.keys(shares) as (keyof typeof shares)[]).map((kind) => ({
    weight: shares[kind],
    arbitrary: fc.record({ kind: fc.constant<Actor['kind']>(kind), number: fc.nat(kind === 'owner' ? 10_000 : many[kind] - 1) }),
  })),
)

/** The member for any number, modulo the number of members. */
export const anyMember = (number: number): Actor => ({ kind: 'member', number: number % many.member })

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

export function personId({ kind, number }: Actor): string {
  const hex = digestOf(`person ${kind} ${number}`)
  return `01900000-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

const tokenOf = ({ kind, number }: Actor) => digestOf(`session ${kind} ${number}`).slice(0, 32)

/** The session cookie; null for a visitor. A forged one is signed with another secret. */
export function cookieOf(actor: Actor): string | null {
  if (actor.kind === 'visitor') return null
  const token = tokenOf(actor)
  return `holdout.session=${sessionValue(token, actor.kind === 'forged' ? 'another secret' : fuzzSecret)}`
}

/** Links that confirm the addresses of some unconfirmed people. */
export const confirmingLinks = [0, 1, 2, 3].map((number) => ({
  id: personId({ kind: 'unconfirmed', number }),
  secret: digestOf(`confirming link ${number}`).slice(0, 32),
}))

/** Password of the members from `firstWithPassword` on; the others have none. */
export const membersPassword = 'a passphrase of a member'
const firstWithPassword = 30

/** Sessions that no request is sent with, so that requests may end them. */
export const spareSessions = Array.from({ length: many.member * 4 }, (_, at) => {
  const owner = anyMember(at)
  return { owner, id: personId({ ...owner, number: 200_000 + at }) }
})

/** Inserts all people and their sessions. Must run before the product opens the database. */
export async function settle(db: Db): Promise<void> {
  const now = new Date()
  const actors = (Object.keys(many) as Actor['kind'][])
    .filter((kind) => !['visitor', 'forged', 'owner'].includes(kind))
    .flatMap((kind) => Array.from({ length: many[kind] }, (_, number): Actor => ({ kind, number })))
  await db
    .insertInto('person')
    .values(
      actors.map((actor) => ({
        id: personId(actor),
        email: `${actor.kind}.${actor.number}@people.test`,
        first_name: 'Fuzz',
        last_name: 'Person',
        display_name: 'Fuzz P.',
        role: actor.kind === 'moderator' || actor.kind === 'admin' ? actor.kind : 'member',
        counting_from: actor.kind === 'unconfirmed' ? null : now,
        is_established: true,
        // Receipts need a confirmed address.
        email_verified: actor.kind === 'member' && actor.number < firstWithPassword,
        suspended_at: actor.kind === 'suspended' ? now : null,
        // Accounts younger than a day cannot disconnect a pledge at once.
        created_at: new Date(now.getTime() - 7 * 86_400_000),
      })),
    )
    .execute()
  await db
    .insertInto('auth_session')
    .values(
      actors.map((actor) => ({
        id: personId({ ...actor, number: actor.number + 100_000 }),
        token: tokenOf(actor),
        person_id: personId(actor),
        expires_at: new Date(now.getTime() + (actor.kind === 'expired' ? -1_000 : 86_400_000)),
      })),
    )
    .execute()
  await db
    .insertInto('auth_session')
    .values(
      spareSessions.map(({ owner, id }) => ({
        id,
        token: digestOf(`spare ${id}`).slice(0, 32),
        person_id: personId(owner),
        expires_at: new Date(now.getTime() + 86_400_000),
      })),
    )
    .execute()
  await db
    .insertInto('auth_verification')
    .values(
      confirmingLinks.map((link, number) => ({
        id: personId({ kind: 'unconfirmed', number: 400_000 + number }),
        identifier: confirmKey(link.id),
        value: `${hashOfSecret(link)} unconfirmed.${number}@people.test`,
        expires_at: new Date(now.getTime() + 86_400_000),
      })),
    )
    .execute()
  const password = await openHashing().hash(membersPassword)
  await db
    .insertInto('auth_account')
    .values(
      actors
        .filter(({ kind, number }) => kind === 'member' && number >= firstWithPassword)
        .map((actor) => ({
          id: personId({ ...actor, number: actor.number + 300_000 }),
          person_id: personId(actor),
          provider_id: 'credential',
          account_id: personId(actor),
          password,
        })),
    )
    .execute()
}
