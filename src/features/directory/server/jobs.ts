import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { refreshActivity } from './activity-refs.ts'
import { refreshDueSummaries } from './summary.ts'

/** Refreshes the entry summaries and the activity of targets, industries and causes. */
export async function refreshSummaries(db: Db): Promise<void> {
  await refreshDueSummaries(db)
  await refreshActivity(db)
}

/** Runs every minute. */
export const startSummaryJob = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'entry_summaries',
    everyMs: 60_000,
    work: () => refreshSummaries(store.db),
    failed: 'refreshing the directory summaries failed',
    atOnce: true,
    log,
    leadership,
  })
