import { jobDone, jobFailed } from '#platform/server/job-times.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { lookFor } from '#platform/server/live/looks.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { platformStats } from './queries.ts'
import { applyTallyChange } from './retally.ts'
import { applyPledgeLog, batchSize } from './tally.ts'

export type TallyDesk = {
  /** Pledges wait in the log. */
  nudge: () => void
  /** A campaign entered or left the counts: the platform's numbers are announced whether or not pledges wait, and whether or not this process leads. */
  campaignsChanged: () => void
  stop: () => Promise<void>
}

const idleMs = 1_000
/** Between two rounds while pledges keep coming: the joins themselves need the store more. */
const pauseMs = 250

/**
 * Keeps the distinct counts up to date: one process leads and applies the pledge log and the changes of campaigns, at once when it is nudged and
 * otherwise every second. After each change it announces the platform's numbers, and says
 * that events may have been noted of those who joined.
 */
export function openTallyDesk(options: { store: Store; live: LiveHub; log: Log; leadership: Leadership; onNoted: () => void }): TallyDesk {
  const { store, live, log, leadership, onNoted } = options
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  // There is one platform, without an id.
  const look = lookFor({ topicOf: () => 'stats', read: async () => new Map([['', await platformStats(store.db)]]), log })
  const announce = () => live.announceLooked('stats', look)

  async function run(): Promise<void> {
    do {
      again = false
      if (!(await leadership.isMine())) return
      // A chunk of each in turn: a campaign of a million that ends must not keep everybody else's pledges waiting.
      for (let more = true; more && !stopped; ) {
        const pledges = await applyPledgeLog(store.db, { telling: true })
        const changed = await applyTallyChange(store.db)
        more = pledges === batchSize || changed
        if (pledges > 0) onNoted()
        if (pledges > 0 || changed) announce()
      }
      jobDone('tallies')
      if (again) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    } while (again && !stopped)
  }

  function nudge() {
    if (stopped) return
    again = true
    running ??= run()
      .catch((error: unknown) => {
        jobFailed('tallies', error)
        log.warn({ err: error }, 'applying the pledge log failed; it is tried again')
      })
      .finally(() => {
        running = null
      })
  }

  const timer = setInterval(nudge, idleMs)
  return {
    nudge,
    campaignsChanged() {
      announce()
      nudge()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
