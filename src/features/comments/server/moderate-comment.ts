import { sql } from 'kysely'
import type { CommunityNews } from '#features/communities/server/public.ts'
import { type AutomaticDecision, type ContentDecision, type Decided, decideOrApplyRule, deciderOf } from '#features/moderation/server/public.ts'
import { isAuthorsToEdit, isShown } from '#features/moderation/terms.ts'
import { type BellNews, type NotificationQueue, recipientsAbout } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { mayReadModerated } from '#platform/viewer.ts'
import type { DiscussionNews } from '../../discussion/server/public.ts'
import type { CommentSubject } from '../terms.ts'
import { lockedRights } from './parent.ts'
import { commentAt } from './queries.ts'
import { eventOf, recordComment } from './record-events.ts'

type Context = { discussionNews: DiscussionNews; communityNews: CommunityNews; bellNews: BellNews; notifications: NotificationQueue }

/**
 * Hides, removes or restores a comment, with its post or campaign locked. Text, likes and pictures are kept, so that a restoration brings all
 * of them back.
 */
export async function moderateComment(tx: Tx, decision: ContentDecision | AutomaticDecision): Promise<Decided<Context>> {
  const { id, state } = decision
  const { viewer, isOutsider } = await deciderOf(tx, 'comment', decision)
  const seen = await commentAt(tx, { id })
  const isReached = seen && (await lockedRights(tx, { place: seen.place, viewer, forDecision: true, isOutsider }))
  const comment = isReached ? await commentAt(tx, { id, lock: 'update' }) : null
  const isAuthor = comment?.author_id === viewer.id
  const isGone = comment?.removed_at && !(comment.moderation && mayReadModerated(viewer, { isAuthor }))
  if (!comment || isGone) return 'absent'
  const also = isShown(state) ? sql`removed_at = null` : sql`removed_at = coalesce(removed_at, now())`
  if (!(await decideOrApplyRule(tx, { kind: 'comment', authorId: comment.author_id, also }, decision))) return 'forbidden'
  // A text that has waited was not news yet.
  if (isAuthorsToEdit(comment.moderation) && isShown(state)) await recordComment(tx, eventOf(comment))
  const recipients = await recipientsAbout(tx, { commentId: id })
  return {
    publish(context) {
      publishDiscussion(context, comment.place)
      context.bellNews.changed(recipients)
      context.notifications.runSoon()
    },
  }
}

/** Publishes a change of a discussion to open pages. Call it after the commit. */
export function publishDiscussion({ discussionNews, communityNews }: Pick<Context, 'discussionNews' | 'communityNews'>, place: CommentSubject): void {
  if ('postId' in place) communityNews.postChanged(place.postId)
  else discussionNews.changed(place.campaignId)
}
