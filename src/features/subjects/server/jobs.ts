import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { refreshActivity } from './activity-refs.ts'
import { refreshDueDigests } from './digest.ts'

/** Brings what the pages of targets, industries and causes say of their campaigns together up to date. */
export async function refreshDigests(db: Db): Promise<void> {
  await refreshDueDigests(db)
  await refreshActivity(db)
}

/** Does so every minute. */
export const startDigestJob = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({
    name: 'subject_digests',
    everyMs: 60_000,
    work: () => refreshDigests(store.db),
    failed: 'refreshing the digests failed',
    atOnce: true,
    log,
    leadership,
  })
