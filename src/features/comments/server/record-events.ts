import { recordEvent } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { CommentSubject } from '../terms.ts'

type Written = { id: string; place: CommentSubject; actorId: string; isReply: boolean }

/** The new comment of a row. */
export const eventOf = (row: { id: string; place: CommentSubject; author_id: string; parent_id: string | null }): Written => ({
  ...{ id: row.id, place: row.place, actorId: row.author_id, isReply: row.parent_id !== null },
})

/** Records the events of a new comment: one for the campaign or post, and another one for a reply. Delivery (`deliverDirect`) finds the recipients. */
export async function recordComment(tx: Tx, { id, place, actorId, isReply }: Written): Promise<void> {
  if (await isKnown(tx, id)) return
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

/** True if the events of this comment were recorded before. A text that waits after an edit and is posted again is no news. */
async function isKnown(tx: Tx, id: string): Promise<boolean> {
  const types = ['comment_reply', 'campaign_comment', 'community_reply', 'community_comment']
  return (
    (await tx.selectFrom('notification_event').select('id').where('comment_id', '=', id).where('type', 'in', types).limit(1).executeTakeFirst()) !== undefined
  )
}

type Liked = { id: string; place: CommentSubject; authorId: string; actorId: string }

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
