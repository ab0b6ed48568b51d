import type { Config } from '#platform/server/config.ts'
import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { openPushService } from './push-service.ts'
import { type PushRequest, queuePushes, sweepPushes } from './queue.ts'
import { type Compose, sendPushes } from './send.ts'

const sweepMs = 3_600_000

export type PushSender = {
  /** Null if this site has no keys: push is not offered, and nothing is enqueued. */
  settings: { publicKey: string; services: readonly string[] } | null
  /** Enqueues messages in the transaction that processes an event. Call `runSoon` after the commit. */
  queue: (tx: Db, notified: PushRequest) => Promise<void>
  /** Sends waiting messages now instead of at the next interval, if this process is the leader. Call it after the commit. */
  runSoon: () => void
}

type Options = { config: Pick<Config, 'push' | 'operatorEmail' | 'baseUrl'>; store: Store; compose: Compose; log: Log; leadership: Leadership }

/** Opens the queue of push messages, and runs the job that sends them through the push services. */
export function openPushSender({ config, store, compose, log, leadership }: Options): PushSender & Stoppable {
  if (!config.push) return { settings: null, queue: async () => {}, runSoon() {}, stop: async () => {} }
  const { publicKey, services } = config.push
  const service = openPushService(config, config.push)
  const job = startJob({
    name: 'push',
    ...queueReading,
    work: (stopping) => sendPushes({ db: store.db, compose, service, stopping, log }),
    failed: 'browser notifications could not be sent',
    log,
    leadership,
  })
  const sweeping = startJob({
    name: 'push_sweep',
    everyMs: sweepMs,
    atOnce: true,
    work: () => sweepPushes(store.db),
    failed: 'old failed browser notifications could not be removed',
    log,
    leadership,
  })
  return {
    settings: { publicKey, services },
    queue: queuePushes,
    runSoon: job.runSoon,
    async stop() {
      // Running requests are aborted, because a service may not respond; their messages are retried after the next start.
      await Promise.all([job.stop(), sweeping.stop()])
    },
  }
}
