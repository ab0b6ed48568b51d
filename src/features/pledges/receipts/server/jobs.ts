import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { makeDailyLists } from './daily-lists.ts'

/** Makes the lists of all campaigns once a day, within minutes after midnight UTC. */
export const startDailyLists = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'daily_lists',
    everyMs: 60_000,
    work: (stopping) => makeDailyLists(store, { day: new Date().toISOString().slice(0, 10), stopping }),
    failed: 'making the daily lists of pledges failed',
    log,
    leadership,
  })
