import type { LiveHub } from '#platform/server/live/hub.ts'
import { lookFor } from '#platform/server/live/looks.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { communityTopic, postTopic } from '../live-topics.ts'
import { communityStates, postStates } from './news-queries.ts'

/** Tells open pages what is new in communities, and open streams whose right to hear of them may have changed. Called after the commit. */
export type CommunityNews = ReturnType<typeof openCommunityNews>

export function openCommunityNews({ db, live, log }: { db: Db; live: LiveHub; log: Log }) {
  const lookAtCommunities = lookFor({ topicOf: communityTopic, read: (ids) => communityStates(db, ids), log })
  const lookAtPosts = lookFor({ topicOf: postTopic, read: (ids) => postStates(db, ids), log })
  return {
    /** Posts or members of a community have come, gone or changed. */
    changed: (communityId: string) => live.announceLooked(communityTopic(communityId), lookAtCommunities),
    /** Comments, likes or marks of a post have. */
    postChanged: (postId: string) => live.announceLooked(postTopic(postId), lookAtPosts),
    /** Somebody's membership, or with nobody named everybody's right to look inside, is another than before. */
    accessChanged({ communityId, personId }: { communityId: string; personId?: string }) {
      live.access.changed({ topic: communityTopic(communityId), personId })
    },
  }
}
