import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { clearNotifications, clearOld } from './clear.ts'
import { deliverWaiting } from './deliver.ts'

const oldMs = 60 * 60_000

export type NotificationDesk = {
  /** After the commit of an act that noted an event: its delivery begins now, if this process delivers, and not at the next look. */
  nudge: () => void
}

/** Delivers what was noted, and removes what is gone or old, in the process that leads. */
export function openNotificationDesk(given: { store: Store; news: BellNews; log: Log; leadership: Leadership }): NotificationDesk & Stoppable {
  const { store, news, log, leadership } = given
  let isEnding = false
  const ending = () => isEnding
  const job = startJob({
    name: 'notifications',
    ...queueReading,
    work: () => deliverWaiting({ db: store.db, news, log, portion: 5_000, isEnding: ending, leadership }),
    failed: 'notifications could not be delivered',
    log,
    leadership,
  })
  const clearing = startJob({
    name: 'notification_clearing',
    ...queueReading,
    work: () => clearNotifications({ db: store.db, news, isEnding: ending }),
    failed: 'notifications of what is gone could not be removed',
    log,
    leadership,
  })
  const ageing = startJob({
    name: 'notification_ageing',
    everyMs: oldMs,
    work: () => clearOld({ db: store.db, isEnding: ending }),
    failed: 'old notifications could not be removed',
    log,
    leadership,
  })
  return {
    nudge: job.nudge,
    async stop() {
      isEnding = true
      await Promise.all([job.stop(), clearing.stop(), ageing.stop()])
    },
  }
}
