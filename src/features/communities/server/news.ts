import type { LiveHub } from '#platform/server/live/hub.ts'
import { snapshotReader } from '#platform/server/live/snapshots.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { communityTopic, postTopic } from '../live-topics.ts'
import { communityStates, postStates } from './news-queries.ts'

/** Publishes changes of communities to open pages, and rechecks the access of open streams. Call it after the commit. */
export type CommunityNews = ReturnType<typeof openCommunityNews>

export function openCommunityNews({ db, live, log }: { db: Db; live: LiveHub; log: Log }) {
  const queryCommunities = snapshotReader({ topicOf: communityTopic, read: (ids) => communityStates(db, ids), log })
  const queryPosts = snapshotReader({ topicOf: postTopic, read: (ids) => postStates(db, ids), log })
  return {
    /** Call it when posts or members of a community were added, removed or changed. */
    changed: (communityId: string) => live.announceQueried(communityTopic(communityId), queryCommunities),
    /** Call it when comments, likes or marks of a post were added, removed or changed. */
    postChanged: (postId: string) => live.announceQueried(postTopic(postId), queryPosts),
    /** Call it when the access of `personId` to the content has changed; without `personId`, when the access of everybody has. */
    accessChanged({ communityId, personId }: { communityId: string; personId?: string }) {
      live.access.changed({ topic: communityTopic(communityId), personId })
    },
  }
}
