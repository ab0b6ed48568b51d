import { type Kysely, sql } from 'kysely'
import { holdRow } from '#platform/server/hold-row.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Membership } from '../contract.ts'
import { memberStatuses, type Privacy, privacies, type Role, roles } from '../terms.ts'

/** What the rules of `policy.ts` ask of a stored community. That it is there is no secret. */
export type Standing = { id: string; slug: string; name: string; privacy: Privacy; approvesMembers: boolean; ownerId: string; viewer: Membership }

type Asked = { id: string; viewer: Viewer | null }

/** A community and how this viewer stands to it; null where there is none. */
export async function communityStanding(db: Db, { id, viewer }: Asked): Promise<Standing | null> {
  const row = await rowsOf(db, viewer).where('c.id', '=', id).executeTakeFirst()
  return row ? standingFrom(row) : null
}

/**
 * The same, and both stay so until the transaction ends: the community's row is held before the membership's, and a
 * membership before the person's, so that those who act and those who leave never wait for each other.
 */
export async function heldCommunity(tx: Tx, { id, viewer, hold }: Asked & { hold: 'share' | 'update' }): Promise<Standing | null> {
  const mode = hold === 'share' ? sql`for share` : sql`for no key update`
  await holdRow(tx, { table: 'community', id, mode: hold === 'share' ? 'share' : 'no key update' })
  if (viewer) await sql`select from community_member where community_id = ${id} and person_id = ${viewer.id} ${mode}`.execute(tx)
  return communityStanding(tx, { id, viewer })
}

/** The rows of `community as c` that `standingFrom` reads, to be narrowed. */
export function rowsOf(db: Kysely<DB>, viewer: Viewer | null) {
  return db
    .selectFrom('community as c')
    .leftJoin('community_member as own', (on) => on.onRef('own.community_id', '=', 'c.id').on('own.person_id', '=', viewer?.id ?? null))
    .select(['c.id', 'c.slug', 'c.name', 'c.privacy', 'c.approves_members', 'c.owner_user_id', 'own.role', 'own.status'])
}
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

export const standingFrom = (row: Row): Standing => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  privacy: privacyOf(row.privacy),
  approvesMembers: row.approves_members,
  ownerId: row.owner_user_id,
  viewer: membershipFrom(row),
})

/** A stored membership on the wire: a role only where active. */
export function membershipFrom({ role, status }: { role: string | null; status: string | null }): Membership {
  const known = memberStatuses.find((each) => each === status) ?? null
  return { status: known, role: known === 'active' ? (roles.find((each) => each === role) ?? null) : null }
}

/** The role of who has one. */
export const roleOf = (stored: string): Role => roles.find((each) => each === stored) ?? 'member'

/** Anything that is not public is private. */
export const privacyOf = (stored: string): Privacy => privacies.find((each) => each === stored) ?? 'private'
