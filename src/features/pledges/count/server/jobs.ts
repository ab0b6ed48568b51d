import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { countNeverCounted, takeSnapshots } from './snapshot.ts'

/** Writes the public figures of all campaigns once a day, within a minute after midnight UTC. */
export const startCountSnapshots = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'count_snapshots',
    everyMs: 60_000,
    work: async (stopping) => {
      const taken = await takeSnapshots(store.db, stopping)
      await longTransaction(store, 'newest rows', countNeverCounted)
      return taken
    },
    failed: 'writing the figures of midnight failed',
    atOnce: true,
    log,
    leadership,
  })
