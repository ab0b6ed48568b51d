import { startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { runSteps } from '../../server/run-steps.ts'
import { releaseStep, showBursts } from './release.ts'

type Options = { store: Store; log: Log; leadership: Leadership; onCounted: (campaignIds: string[]) => Promise<void> }

/**
 * The job counts held pledges after 72 hours, and those that a moderator has let in. It shows the people of bursts that their pledges do not count
 * yet. It runs once a minute.
 */
export const openHeldPledgesJob = ({ store, log, leadership, onCounted }: Options) =>
  startJob({
    name: 'held_pledges',
    everyMs: 60_000,
    async work(stopping) {
      await showBursts(store.db)
      await runSteps({ stopping, next: () => releaseStep(store.db), onCounted })
    },
    failed: 'counting held pledges failed',
    log,
    leadership,
  })
