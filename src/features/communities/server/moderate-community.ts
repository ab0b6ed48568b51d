import { type ContentDecision, type Decided, decideAbout } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockCommunity } from './access.ts'
import type { CommunityNews } from './news.ts'
import { rankModerated } from './recount.ts'

type Context = { communityNews: CommunityNews; bellNews: BellNews; notifications: NotificationQueue }

/** Hides, removes or restores a community with all that is in it. Its members stay members. */
export async function moderateCommunity(tx: Tx, decision: ContentDecision): Promise<Decided<Context>> {
  const { id, moderator } = decision
  const community = await lockCommunity(tx, { id, viewer: moderator, lock: 'update', forDecision: true })
  if (!community) return 'absent'
  if (!(await decideAbout(tx, { kind: 'community', authorId: community.ownerId }, decision))) return 'forbidden'
  await rankModerated(tx, id)
  return {
    publish({ communityNews, bellNews, notifications }) {
      communityNews.accessChanged({ communityId: id })
      bellNews.changedForMany()
      notifications.runSoon()
    },
  }
}
