import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { talkTopic } from '../terms.ts'
import { newsOf } from './queries.ts'

/** Tells the open pages of a campaign that there is something new to read. */
export type TalkDesk = ReturnType<typeof openTalkDesk>

// Long enough that an author's own page has its answer first, and that many comments are one look into the store.
const gatherMs = 250

export function openTalkDesk(options: { db: Db; live: LiveHub; log: Log }) {
  const { db, live, log } = options
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let telling: Promise<void> = Promise.resolve()

  async function tell() {
    timer = null
    const ids = [...changed]
    changed.clear()
    for (const [id, data] of await newsOf(db, ids)) live.announce({ topic: talkTopic(id), data })
  }

  return {
    /** After the commit of whatever was said or taken back there. */
    changed(campaignId: string) {
      changed.add(campaignId)
      timer ??= setTimeout(() => {
        telling = tell().catch((error: unknown) => log.warn({ err: error }, 'new comments were not told to open pages'))
      }, gatherMs)
    },
    async stop() {
      if (timer) clearTimeout(timer)
      await telling
    },
  }
}
