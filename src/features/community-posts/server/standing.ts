import { mayLookInside } from '#features/communities/policy.ts'
import { standingFrom as communityFrom, heldCommunity, rowsOf, type Standing } from '#features/communities/server/public.ts'
import { holdRow } from '#platform/server/hold-row.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'

/** A post as the rules ask of it, with its community. */
export type PostStanding = { id: string; authorId: string; isLocked: boolean; community: Standing }

type Asked = { id: string; viewer: Viewer | null }

/** A post that this viewer may know of; null where there is none, or where it stands in a private community of others. */
export async function postStanding(db: Db, { id, viewer }: Asked): Promise<PostStanding | null> {
  const row = await rowsOf(db, viewer)
    .innerJoin('community_post as o', 'o.community_id', 'c.id')
    .select(['o.id as post_id', 'o.author_id', 'o.is_locked'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const community = communityFrom(row)
  return mayLookInside(community) ? standingFrom({ ...row, id: row.post_id }, community) : null
}

/** The same, and post, community and membership stay so until the transaction ends. */
export async function heldPost(tx: Tx, { id, viewer, hold }: Asked & { hold: 'share' | 'update' }): Promise<PostStanding | null> {
  const seen = await rowOf(tx, id)
  // The community first: whoever deletes it, or bans somebody, holds it before anything inside.
  const community = seen && (await heldCommunity(tx, { id: seen.community_id, viewer, hold: 'share' }))
  if (!community || !mayLookInside(community)) return null
  await holdRow(tx, { table: 'community_post', id, mode: hold })
  const row = await rowOf(tx, id)
  return row ? standingFrom(row, community) : null
}

const rowOf = (db: Db, id: string) =>
  db.selectFrom('community_post').select(['id', 'author_id', 'community_id', 'is_locked']).where('id', '=', id).executeTakeFirst()

const standingFrom = (row: { id: string; author_id: string; is_locked: boolean }, community: Standing): PostStanding => ({
  id: row.id,
  authorId: row.author_id,
  isLocked: row.is_locked,
  community,
})
