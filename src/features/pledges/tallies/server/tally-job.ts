import { startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { snapshotReader } from '#platform/server/live/snapshots.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { platformStats } from './queries.ts'
import { applyTallyChange } from './retally.ts'
import { applyPledgeLog, batchSize } from './tally.ts'

export type TallyJob = {
  /** Applies the pledge log soon instead of at the next interval. */
  runSoon: () => void
  /**
   * Call this after a campaign entered or left the counts. It publishes the platform's numbers even if no pledges wait
   * and this process is not the leader.
   */
  campaignsChanged: () => void
  stop: () => Promise<void>
}

const idleMs = 1_000
/** Pause between two rounds while pledges keep arriving, to leave the database to the requests. */
const pauseMs = 250

/**
 * The leader applies the pledge log and the campaign changes, every second and soon after `runSoon`. Each change
 * publishes the platform's numbers; `onRecorded` is called when outbox rows may have been written.
 */
export function openTallyJob(options: { store: Store; live: LiveHub; log: Log; leadership: Leadership; onRecorded: () => void }): TallyJob {
  const { store, live, log, leadership, onRecorded } = options
  // There is only one platform, so its key is empty.
  const look = snapshotReader({ topicOf: () => 'stats', read: async () => new Map([['', await platformStats(store.db)]]), log })
  const announce = () => live.announceQueried('stats', look)

  async function apply(stopping: AbortSignal): Promise<void> {
    // Alternates between one batch of pledges and one chunk of a campaign change, so that the end of a huge campaign does not delay other pledges.
    for (let more = true; more && !stopping.aborted; ) {
      const pledges = await applyPledgeLog(store.db, { telling: true })
      const changed = await applyTallyChange(store.db)
      more = pledges === batchSize || changed
      if (pledges > 0) onRecorded()
      if (pledges > 0 || changed) announce()
    }
  }
  const { runSoon, stop } = startJob({ name: 'tallies', everyMs: idleMs, pauseMs, work: apply, failed: 'applying the pledge log failed', log, leadership })

  return {
    runSoon,
    campaignsChanged() {
      announce()
      runSoon()
    },
    stop,
  }
}
