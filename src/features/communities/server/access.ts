import { type Kysely, sql } from 'kysely'
import { isReadableBy } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Membership } from '../contract.ts'
import { maySeeInside, mayWrite } from '../policy.ts'
import { memberStatuses, type Privacy, privacies, type Role, roles } from '../terms.ts'

/** A stored community as the rules in `policy.ts` need it. Every viewer may read it, because the existence of a community is public, unless a moderator hid it. */
export type CommunityAccess = {
  id: string
  slug: string
  name: string
  privacy: Privacy
  approvesMembers: boolean
  ownerId: string
  isModerated: boolean
  viewer: Membership
}

type Query = { id: string; viewer: Viewer | null }
/** `forDecision`: also a community that a moderator hid, if this viewer may still read it. */
type Locking = Query & { lock: 'share' | 'update'; forDecision?: boolean }

/** A community with this viewer's membership; null if it does not exist for this viewer. */
export async function communityAccess(db: Db, { id, viewer }: Query): Promise<CommunityAccess | null> {
  const row = await rowsOf(db, viewer).where('c.id', '=', id).executeTakeFirst()
  return row ? accessFrom(row) : null
}

/** Throws unless the community exists and this viewer may see its content. */
export async function requireInside(db: Db, query: Query, errors: { NOT_FOUND: () => Error; MEMBERS_ONLY: () => Error }): Promise<void> {
  const community = await communityAccess(db, query)
  if (!community) throw errors.NOT_FOUND()
  if (!maySeeInside(community)) throw errors.MEMBERS_ONLY()
}

/**
 * Like `communityAccess`, and locks both rows until the transaction ends. Lock order: community, membership, person. Changes of a
 * membership and the deletion of an account use the same order, so that they cannot deadlock. Nobody can write to a community that a
 * moderator hid.
 */
export async function lockCommunity(tx: Tx, { id, viewer, lock, forDecision = false }: Locking): Promise<CommunityAccess | null> {
  const mode = lock === 'share' ? sql`for share` : sql`for no key update`
  await lockRow(tx, { table: 'community', id, mode: lock === 'share' ? 'share' : 'no key update' })
  if (viewer) await sql`select from community_member where community_id = ${id} and person_id = ${viewer.id} ${mode}`.execute(tx)
  const community = await communityAccess(tx, { id, viewer })
  return community && (forDecision || mayWrite(community)) ? community : null
}

/** Query for the columns that `accessFrom` reads, from `community as c`, of communities that this viewer may know; the caller adds conditions. */
export function rowsOf(db: Kysely<DB>, viewer: Viewer | null) {
  return db
    .selectFrom('community as c')
    .leftJoin('community_member as own', (on) => on.onRef('own.community_id', '=', 'c.id').on('own.person_id', '=', viewer?.id ?? null))
    .select(['c.id', 'c.slug', 'c.name', 'c.privacy', 'c.approves_members', 'c.owner_user_id', 'c.moderation', 'own.role', 'own.status'])
    .where(isReadableBy(viewer, { state: 'c.moderation', author: 'c.owner_user_id' }))
}
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

export const accessFrom = (row: Row): CommunityAccess => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  privacy: privacyOf(row.privacy),
  approvesMembers: row.approves_members,
  ownerId: row.owner_user_id,
  isModerated: row.moderation !== null,
  viewer: membershipFrom(row),
})

/** A stored membership as the API returns it: `role` is null unless the status is `active`. */
export function membershipFrom({ role, status }: { role: string | null; status: string | null }): Membership {
  const known = memberStatuses.find((each) => each === status) ?? null
  return { status: known, role: known === 'active' ? (roles.find((each) => each === role) ?? null) : null }
}

/** Treats an unknown value as `member`. */
export const roleOf = (stored: string): Role => roles.find((each) => each === stored) ?? 'member'

/** Treats an unknown value as `private`. */
export const privacyOf = (stored: string): Privacy => privacies.find((each) => each === stored) ?? 'private'
