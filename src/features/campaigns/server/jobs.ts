import { refreshEntryRanks } from '#features/pledges/tallies/server/public.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { refreshRanks } from './ranks.ts'

export { refreshRanks } from './ranks.ts'

/** Refreshes the order of all lists, of campaigns and of directory entries, every 30 seconds. */
export const startRankJob = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'ranks',
    everyMs: 30_000,
    work: async () => {
      await refreshRanks(store.db)
      await refreshEntryRanks(store.db)
    },
    failed: 'refreshing the ranks failed',
    atOnce: true,
    log,
    leadership,
  })
