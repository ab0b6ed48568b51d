import { lockedAccess } from '#features/campaigns/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { type ContentDecision, type Decided, decideAbout } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'

type Context = { discussionNews: DiscussionNews; bellNews: BellNews; notifications: NotificationQueue }

/** Hides, removes or restores an update, with its campaign locked. Text and pictures are kept, so that a restoration brings all of them back. */
export async function moderateUpdate(tx: Tx, decision: ContentDecision): Promise<Decided<Context>> {
  const { id, moderator } = decision
  const seen = await tx.selectFrom('campaign_update').select('campaign_id').where('id', '=', id).executeTakeFirst()
  if (!seen || !(await lockedAccess(tx, { id: seen.campaign_id, viewer: moderator, forDecision: true }))) return 'absent'
  const update = await tx.selectFrom('campaign_update').select('creator_id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!update) return 'absent'
  if (!(await decideAbout(tx, { kind: 'update', authorId: update.creator_id }, decision))) return 'forbidden'
  return {
    publish({ discussionNews, bellNews, notifications }) {
      discussionNews.changed(seen.campaign_id)
      bellNews.changedForMany()
      notifications.runSoon()
    },
  }
}
