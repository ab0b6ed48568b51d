import { maySeeInside } from '#features/communities/policy.ts'
import { type CommunityAccess, accessFrom as communityFrom, lockCommunity, rowsOf } from '#features/communities/server/public.ts'
import { isReadableBy } from '#features/moderation/server/public.ts'
import { isAuthorsToEdit } from '#features/moderation/terms.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { mayReadModerated, type Viewer } from '#platform/viewer.ts'

/** A post with its community, as the rules in `policy.ts` need it. */
export type PostAccess = { id: string; authorId: string; isLocked: boolean; community: CommunityAccess }

type Query = { id: string; viewer: Viewer | null }
/** `forDecision`: also a post that a moderator hid, if this viewer may still read it. `isOutsider`: also in a private community that the viewer has not joined. `isForAuthor`: also a text of the viewer that waits for a moderator. */
type Locking = Query & { lock: 'share' | 'update'; forDecision?: boolean; isOutsider?: boolean; isForAuthor?: boolean }

/** A post that this viewer may see; null if it does not exist or this viewer may not see it. */
export async function postAccess(db: Db, { id, viewer }: Query): Promise<PostAccess | null> {
  const row = await rowsOf(db, viewer)
    .innerJoin('community_post as o', 'o.community_id', 'c.id')
    .select(['o.id as post_id', 'o.author_id', 'o.is_locked'])
    .where('o.id', '=', id)
    .where(isReadableBy(viewer, { state: 'o.moderation', author: 'o.author_id' }))
    .executeTakeFirst()
  if (!row) return null
  const community = communityFrom(row)
  return maySeeInside(community) ? postAccessFrom({ ...row, id: row.post_id }, community) : null
}

/** Like `postAccess`, and locks community, membership and post until the transaction ends. Nobody can write to a post that a moderator hid. */
export async function lockPost(
  tx: Tx,
  { id, viewer, lock, forDecision = false, isOutsider = false, isForAuthor = false }: Locking,
): Promise<PostAccess | null> {
  const seen = await rowOf(tx, id)
  // Lock order: community before everything in it, as for deleting a community or banning a person.
  const community = seen && (await lockCommunity(tx, { id: seen.community_id, viewer, lock: 'share', forDecision }))
  if (!community || !(isOutsider || maySeeInside(community))) return null
  await lockRow(tx, { table: 'community_post', id, mode: lock })
  const row = await rowOf(tx, id)
  const isAuthor = row?.author_id === viewer?.id
  const isReached =
    row && (!row.moderation || (forDecision && mayReadModerated(viewer, { isAuthor })) || (isForAuthor && isAuthor && isAuthorsToEdit(row.moderation)))
  return isReached ? postAccessFrom(row, community) : null
}

const rowOf = (db: Db, id: string) =>
  db.selectFrom('community_post').select(['id', 'author_id', 'community_id', 'is_locked', 'moderation']).where('id', '=', id).executeTakeFirst()

const postAccessFrom = (row: { id: string; author_id: string; is_locked: boolean }, community: CommunityAccess): PostAccess => ({
  id: row.id,
  authorId: row.author_id,
  isLocked: row.is_locked,
  community,
})
