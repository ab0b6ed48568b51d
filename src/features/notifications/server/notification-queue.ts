import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { clearNotifications, clearOld } from './clear.ts'
import { deliverWaiting } from './deliver.ts'

const oldMs = 60 * 60_000

export type NotificationQueue = {
  /**
   * Runs the delivery job now instead of at its next interval, if this process is the leader. Call it after the commit of an act that
   * recorded an event.
   */
  runSoon: () => void
}

/** Runs the jobs that deliver recorded events and delete obsolete and old notifications, in the leader process. */
export function openNotificationQueue(given: { store: Store; news: BellNews; log: Log; leadership: Leadership }): NotificationQueue & Stoppable {
  const { store, news, log, leadership } = given
  const job = startJob({
    name: 'notifications',
    ...queueReading,
    work: (stopping) => deliverWaiting({ db: store.db, news, log, portion: 5_000, isEnding: () => stopping.aborted, leadership }),
    failed: 'notifications could not be delivered',
    log,
    leadership,
  })
  const clearing = startJob({
    name: 'notification_clearing',
    ...queueReading,
    work: (stopping) => clearNotifications({ db: store.db, news, isEnding: () => stopping.aborted }),
    failed: 'notifications about deleted content could not be removed',
    log,
    leadership,
  })
  const ageing = startJob({
    name: 'notification_ageing',
    everyMs: oldMs,
    work: (stopping) => clearOld({ db: store.db, isEnding: () => stopping.aborted }),
    failed: 'old notifications could not be removed',
    log,
    leadership,
  })
  return {
    runSoon: job.runSoon,
    async stop() {
      await Promise.all([job.stop(), clearing.stop(), ageing.stop()])
    },
  }
}
