import { noteEvent } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Place } from '../terms.ts'

type Written = { id: string; place: Place; actorId: string; answeredId: string | null }

/**
 * Notes who is told of a new comment: whoever is answered, and the creator of the campaign, or the author of the post, who
 * hears of every comment of others; once where both are one. Nobody is told of their own.
 */
export async function noteComment(tx: Tx, { id, place, actorId, answeredId }: Written): Promise<void> {
  const isAnswer = answeredId !== null && answeredId !== actorId
  const said = { commentId: id, actorId }
  if ('postId' in place) {
    const { postId } = place
    const post = await tx.selectFrom('community_post').select(['community_id', 'author_id']).where('id', '=', postId).executeTakeFirstOrThrow()
    const inside = { communityId: post.community_id, postId, ...said }
    if (isAnswer) await noteEvent(tx, { type: 'community_reply', ...inside })
    if (post.author_id !== actorId && post.author_id !== answeredId) await noteEvent(tx, { type: 'community_comment', ...inside })
    return
  }
  const { campaignId } = place
  const campaign = await tx.selectFrom('campaign').select('creator_id').where('id', '=', campaignId).executeTakeFirstOrThrow()
  if (isAnswer) await noteEvent(tx, { type: 'comment_reply', campaignId, ...said })
  const { creator_id: creatorId } = campaign
  if (creatorId !== null && creatorId !== actorId && creatorId !== answeredId) await noteEvent(tx, { type: 'campaign_comment', campaignId, ...said })
}

type Liked = { id: string; place: Place; authorId: string; actorId: string }

/** Notes a like of somebody else's comment; the same person's second like of it says nothing new: then it gives false. */
export async function noteLike(tx: Tx, { id, place, authorId, actorId }: Liked): Promise<boolean> {
  if (authorId === actorId) return false
  if ('campaignId' in place) return noteEvent(tx, { type: 'comment_like', campaignId: place.campaignId, commentId: id, actorId })
  const { postId } = place
  const post = await tx.selectFrom('community_post').select('community_id').where('id', '=', postId).executeTakeFirstOrThrow()
  return noteEvent(tx, { type: 'community_like', communityId: post.community_id, postId, commentId: id, actorId })
}
