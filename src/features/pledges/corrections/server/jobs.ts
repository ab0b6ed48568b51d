import { startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { AddressKey } from '../../server/address-key.ts'
import { runSteps } from '../../server/run-steps.ts'
import { raiseAlarm } from './alarm.ts'
import { nextStep } from './step.ts'

type Options = { store: Store; addressKey: AddressKey; log: Log; leadership: Leadership; onCounted: (campaignIds: string[]) => Promise<void> }

/** Carries out invalidations and their undo step by step. */
export const openInvalidationJob = ({ store, addressKey, log, leadership, onCounted }: Options) =>
  startJob({
    name: 'invalidations',
    everyMs: 5_000,
    work: (stopping) => runSteps({ stopping, next: () => nextStep(store.db, addressKey), onCounted }),
    failed: 'invalidating pledges failed',
    log,
    leadership,
  })

/** Looks once a minute for a campaign with far more joins than usual. `onRecorded` starts the delivery of the notification. */
export const startCountAlarm = ({ store, log, leadership, onRecorded }: Omit<Options, 'addressKey' | 'onCounted'> & { onRecorded: () => void }) =>
  startJob({
    name: 'count_alarm',
    everyMs: 60_000,
    work: async () => {
      if (await raiseAlarm(store.db)) onRecorded()
    },
    failed: 'looking for far more joins than usual failed',
    log,
    leadership,
  })
