import { sql } from 'kysely'
import { type CommunityNews, postTopic } from '#features/communities/server/public.ts'
import { type AutomaticDecision, type ContentDecision, type Decided, decideOrApplyRule, deciderOf } from '#features/moderation/server/public.ts'
import { isShown } from '#features/moderation/terms.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { lockPost } from './access.ts'
import { isNewEnough } from './trending.ts'

type Context = { live: LiveHub; communityNews: CommunityNews; bellNews: BellNews; notifications: NotificationQueue }

/** Hides, removes or restores a post with its discussion. Text, likes, comments and pictures are kept, so that a restoration brings all of them back. */
export async function moderatePost(tx: Tx, decision: ContentDecision | AutomaticDecision): Promise<Decided<Context>> {
  const { id, state } = decision
  const { viewer, isOutsider } = await deciderOf(tx, 'post', decision)
  const post = await lockPost(tx, { id, viewer, lock: 'update', forDecision: true, isOutsider })
  if (!post) return 'absent'
  const also = setWeek({ isVisible: isShown(state) })
  if (!(await decideOrApplyRule(tx, { kind: 'post', authorId: post.authorId, also }, decision))) return 'forbidden'
  return {
    publish({ live, communityNews, bellNews, notifications }) {
      publishModerated({ live, communityNews }, { id, communityId: post.community.id })
      bellNews.changedForMany()
      notifications.runSoon()
    },
  }
}

/** SQL assignment: the weekly count of a community is that of the posts that everybody in it sees. */
export const setWeek = ({ isVisible }: { isVisible: boolean }) => (isVisible ? sql`in_week = ${isNewEnough}` : sql`in_week = false`)

/** Publishes that a post was hidden or restored. Call it after the commit. */
export function publishModerated({ live, communityNews }: Pick<Context, 'live' | 'communityNews'>, post: { id: string; communityId: string }): void {
  communityNews.changed(post.communityId)
  live.access.changed({ topic: postTopic(post.id) })
  communityNews.postChanged(post.id)
}
