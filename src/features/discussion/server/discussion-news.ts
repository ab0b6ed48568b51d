import type { LiveHub } from '#platform/server/live/hub.ts'
import { snapshotReader } from '#platform/server/live/snapshots.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { discussionTopic } from '../terms.ts'
import { newsOf } from './queries.ts'

/** Publishes new comments and updates of a campaign to its open pages. */
export type DiscussionNews = ReturnType<typeof openDiscussionNews>

export function openDiscussionNews({ db, live, log }: { db: Db; live: LiveHub; log: Log }) {
  const look = snapshotReader({ topicOf: discussionTopic, read: (ids) => newsOf(db, ids), log })
  return {
    /** Call it after the commit that added or removed a comment or update. */
    changed: (campaignId: string) => live.announceQueried(discussionTopic(campaignId), look),
  }
}
