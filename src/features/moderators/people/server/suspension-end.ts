import { publishMarked } from '#features/chat/server/public.ts'
import { publishModerated } from '#features/communities/posts/server/public.ts'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import type { BellNews } from '#features/notifications/server/public.ts'
import type { TallyJob } from '#features/pledges/tallies/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { type ChangedContent, endExpired, NotExpired } from './suspend.ts'

export type ContentNews = { live: LiveHub; discussionNews: DiscussionNews; communityNews: CommunityNews; bellNews: BellNews; tally: TallyJob }

/** Publishes that content was hidden or restored. Call it after the commit. */
export function publishContent({ live, discussionNews, communityNews, bellNews, tally }: ContentNews, content: ChangedContent): void {
  const { isHidden, campaigns, statements, updates, messages, posts, discussions } = content
  for (const id of new Set([...discussions.campaignIds, ...[...statements, ...updates].map(({ placeId }) => placeId)])) discussionNews.changed(id)
  publishMarked(live, { marked: messages, isHidden })
  for (const { id, placeId } of posts) publishModerated({ live, communityNews }, { id, communityId: placeId })
  for (const id of discussions.postIds) communityNews.postChanged(id)
  if (campaigns.length) tally.campaignsChanged()
  if ([campaigns, statements, updates, posts, discussions.campaignIds, discussions.postIds].some(({ length }) => length > 0)) bellNews.changedForMany()
}

export type SuspensionEnd = Stoppable & {
  /** Ends the suspension of this person if its time is over. */
  end: (personId: string) => Promise<void>
}

/** Ends suspensions whose time is over, every 10 seconds. A sign-in does not wait for it and calls `end`. */
export function startSuspensionEnd({ store, log, leadership, ...news }: ContentNews & { store: Store; log: Log; leadership: Leadership }): SuspensionEnd {
  async function end(id: string): Promise<void> {
    try {
      publishContent(news, await inTransaction(store.db, (tx) => endExpired(tx, id)))
    } catch (error) {
      // A sign-in and the job may end the same suspension.
      if (!(error instanceof NotExpired)) throw error
    }
  }
  const job = startJob({
    name: 'suspensions',
    everyMs: 10_000,
    async work(stopping) {
      const expired = await store.db
        .selectFrom('person')
        .select('id')
        .where('suspended_at', 'is not', null)
        .where('suspended_until', '<=', new Date())
        .orderBy('suspended_until')
        .limit(100)
        .execute()
      for (const { id } of expired) if (!stopping.aborted) await end(id)
    },
    failed: 'ending suspensions failed',
    log,
    leadership,
  })
  return { end, stop: job.stop }
}
