import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { takeDueSteps } from './steps.ts'

type Options = { store: Store; log: Log; leadership: Leadership; onMoved: (campaignIds: string[]) => Promise<void> }

/** Moves the numbers of campaigns that count quietly. It also finds within seconds that an administrator has turned on the site's switch. */
export const startQuietSteps = ({ store, log, leadership, onMoved }: Options): Stoppable =>
  startJob({
    name: 'quiet_steps',
    everyMs: 2_000,
    work: async (stopping) => {
      const moved = await takeDueSteps(store.db, stopping)
      if (moved.length > 0) await onMoved(moved)
    },
    failed: 'publishing the numbers of campaigns that count quietly failed',
    atOnce: true,
    log,
    leadership,
  })
