import { recordEvent } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { CommentParent } from '../terms.ts'

type Written = { id: string; place: CommentParent; actorId: string; isReply: boolean }

/** Records the events of a new comment: one for the campaign or post, and another one for a reply. Delivery (`deliverDirect`) finds the recipients. */
export async function recordComment(tx: Tx, { id, place, actorId, isReply }: Written): Promise<void> {
  if ('campaignId' in place) {
    const said = { ...place, commentId: id, actorId }
    if (isReply) await recordEvent(tx, { type: 'comment_reply', ...said })
    await recordEvent(tx, { type: 'campaign_comment', ...said })
    return
  }
  const said = { ...place, communityId: await communityOf(tx, place.postId), commentId: id, actorId }
  if (isReply) await recordEvent(tx, { type: 'community_reply', ...said })
  await recordEvent(tx, { type: 'community_comment', ...said })
}

type Liked = { id: string; place: CommentParent; authorId: string; actorId: string }

/** Records the event of a like. Returns false for the actor's own comment, and if the same like was recorded before. */
export async function recordLike(tx: Tx, { id, place, authorId, actorId }: Liked): Promise<boolean> {
  if (authorId === actorId) return false
  if ('campaignId' in place) return recordEvent(tx, { type: 'comment_like', campaignId: place.campaignId, commentId: id, actorId })
  return recordEvent(tx, { type: 'community_like', ...place, communityId: await communityOf(tx, place.postId), commentId: id, actorId })
}

async function communityOf(tx: Tx, postId: string): Promise<string> {
  const post = await tx.selectFrom('community_post').select('community_id').where('id', '=', postId).executeTakeFirstOrThrow()
  return post.community_id
}
