import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { takeSnapshots } from './snapshot.ts'

/** Writes the public figures of all campaigns once a day, within a minute after midnight UTC. */
export const startCountSnapshots = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'count_snapshots',
    everyMs: 60_000,
    work: (stopping) => takeSnapshots(store.db, stopping),
    failed: 'writing the figures of midnight failed',
    atOnce: true,
    log,
    leadership,
  })
