import type { LiveHub } from '#platform/server/live/hub.ts'
import { lookFor } from '#platform/server/live/looks.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { talkTopic } from '../terms.ts'
import { newsOf } from './queries.ts'

/** Tells the open pages of a campaign that there is something new to read. */
export type TalkDesk = ReturnType<typeof openTalkDesk>

export function openTalkDesk({ db, live, log }: { db: Db; live: LiveHub; log: Log }) {
  const look = lookFor({ topicOf: talkTopic, read: (ids) => newsOf(db, ids), log })
  return {
    /** After the commit of whatever was said or taken back there. */
    changed: (campaignId: string) => live.announceLooked(talkTopic(campaignId), look),
  }
}
