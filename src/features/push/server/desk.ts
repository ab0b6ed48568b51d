import type { Config } from '#platform/server/config.ts'
import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { openPushService } from './push-service.ts'
import { queuePushes, sweepPushes, type Told } from './queue.ts'
import { type Compose, sendPushes } from './send.ts'

const sweepMs = 3_600_000

export type PushDesk = {
  /** Null where this site has no keys: nobody is offered anything, and nothing is queued. */
  settings: { publicKey: string; services: readonly string[] } | null
  /** Within the transaction that hands an event on. Then `nudge`. */
  queue: (tx: Db, told: Told) => Promise<void>
  /** After the commit: what waits goes out now, if this process leads, and not at the next look. */
  nudge: () => void
}

type Given = { config: Pick<Config, 'push' | 'operatorEmail' | 'baseUrl'>; store: Store; compose: Compose; log: Log; leadership: Leadership }

/** Notifications in browsers: their queue, and the job that empties it through the push services. */
export function openPushDesk({ config, store, compose, log, leadership }: Given): PushDesk & Stoppable {
  if (!config.push) return { settings: null, queue: async () => {}, nudge() {}, stop: async () => {} }
  const { publicKey, services } = config.push
  const service = openPushService(config, config.push)
  const stopping = new AbortController()
  const job = startJob({
    name: 'push',
    ...queueReading,
    work: () => sendPushes({ db: store.db, compose, service, stopping: stopping.signal, log }),
    failed: 'notifications in browsers could not be sent',
    log,
    leadership,
  })
  const sweeping = startJob({
    name: 'push_sweep',
    everyMs: sweepMs,
    atOnce: true,
    work: () => sweepPushes(store.db),
    failed: 'old notifications in browsers that were given up could not be removed',
    log,
    leadership,
  })
  return {
    settings: { publicKey, services },
    queue: queuePushes,
    nudge: job.nudge,
    async stop() {
      // What is on its way to a service that does not answer is tried again after the next start.
      stopping.abort()
      await Promise.all([job.stop(), sweeping.stop()])
    },
  }
}
