import { setTimeout } from 'node:timers/promises'
import { countsOf } from '#features/pledges/server/public.ts'
import { startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { raiseAlarm } from './alarm.ts'
import { nextStep } from './step.ts'

/** Pause before a step is tried again. */
const waitMs = 250

type Options = { store: Store; live: LiveHub; log: Log; leadership: Leadership; onCounted: () => void }

/** Carries out invalidations and their undo step by step, and publishes the counts. `onCounted` is called after steps that changed a count. */
export function openInvalidationJob({ store, live, log, leadership, onCounted }: Options) {
  async function work(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const step = await nextStep(store.db)
      if (step.state === 'idle') return
      if (step.state === 'waiting') await setTimeout(waitMs, undefined, { signal: stopping }).catch(() => {})
      else if (step.campaignIds.length) {
        for (const [id, count] of await countsOf(store.db, step.campaignIds)) live.announce({ topic: `campaign:${id}`, data: count })
        onCounted()
      }
    }
  }
  return startJob({ name: 'invalidations', everyMs: 5_000, work, failed: 'invalidating pledges failed', log, leadership })
}

/** Looks once a minute for a campaign with far more joins than usual. `onRecorded` starts the delivery of the notification. */
export const startCountAlarm = ({ store, log, leadership, onRecorded }: Omit<Options, 'live' | 'onCounted'> & { onRecorded: () => void }) =>
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
