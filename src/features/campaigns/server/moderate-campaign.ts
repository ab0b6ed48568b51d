import { type ContentDecision, type Decided, decideAbout } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { markModerated } from '#features/pledges/server/public.ts'
import { retally, type TallyJob } from '#features/pledges/tallies/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockCampaign } from './access.ts'
import { rankOne, unrankOne } from './ranks.ts'

type Context = {
  bellNews: BellNews
  notifications: NotificationQueue
  tally: TallyJob
}

/** Hides, removes or restores a campaign with its content, and takes it out of the tallies or returns it. */
export async function moderateCampaign(tx: Tx, decision: ContentDecision): Promise<Decided<Context>> {
  const { id, moderator, state } = decision
  const locked = await lockCampaign(tx, { id, viewer: moderator, forDecision: true })
  if (!locked) return 'absent'
  let isDecided = false
  await retally(tx, [id], async () => {
    isDecided = await decideAbout(tx, { kind: 'campaign', authorId: locked.row.creator_id }, decision)
  })
  if (!isDecided) return 'forbidden'
  await markModerated(tx, { id, isModerated: state !== 'visible' })
  await (state === 'visible' ? rankOne(tx, id) : unrankOne(tx, id))
  return {
    publish({ bellNews, notifications, tally }) {
      tally.campaignsChanged()
      bellNews.changedForMany()
      notifications.runSoon()
    },
  }
}
