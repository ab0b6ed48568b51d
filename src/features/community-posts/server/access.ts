import { maySeeInside } from '#features/communities/policy.ts'
import { type CommunityAccess, accessFrom as communityFrom, lockCommunity, rowsOf } from '#features/communities/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'

/** A post with its community, as the rules in `policy.ts` need it. */
export type PostAccess = { id: string; authorId: string; isLocked: boolean; community: CommunityAccess }

type Query = { id: string; viewer: Viewer | null }

/** A post that this viewer may see; null if it does not exist or this viewer may not see it. */
export async function postAccess(db: Db, { id, viewer }: Query): Promise<PostAccess | null> {
  const row = await rowsOf(db, viewer)
    .innerJoin('community_post as o', 'o.community_id', 'c.id')
    .select(['o.id as post_id', 'o.author_id', 'o.is_locked'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const community = communityFrom(row)
  return maySeeInside(community) ? postAccessFrom({ ...row, id: row.post_id }, community) : null
}

/** Like `postAccess`, and locks community, membership and post until the transaction ends. */
export async function lockPost(tx: Tx, { id, viewer, lock }: Query & { lock: 'share' | 'update' }): Promise<PostAccess | null> {
  const seen = await rowOf(tx, id)
  // Lock order: community before everything in it, as for deleting a community or banning a person.
  const community = seen && (await lockCommunity(tx, { id: seen.community_id, viewer, lock: 'share' }))
  if (!community || !maySeeInside(community)) return null
  await lockRow(tx, { table: 'community_post', id, mode: lock })
  const row = await rowOf(tx, id)
  return row ? postAccessFrom(row, community) : null
}

const rowOf = (db: Db, id: string) =>
  db.selectFrom('community_post').select(['id', 'author_id', 'community_id', 'is_locked']).where('id', '=', id).executeTakeFirst()

const postAccessFrom = (row: { id: string; author_id: string; is_locked: boolean }, community: CommunityAccess): PostAccess => ({
  id: row.id,
  authorId: row.author_id,
  isLocked: row.is_locked,
  community,
})
