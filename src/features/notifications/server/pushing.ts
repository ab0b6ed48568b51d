import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { enqueueChannels } from './enqueue-channels.ts'
import { passOverPushes, pushChannel, type Queue } from './push-channel.ts'

type Options = { store: Store; push: { settings: object | null; queue: Queue; runSoon: () => void }; log: Log; leadership: Leadership }

/** Enqueues delivered events as push messages. */
export function startPushing({ store, push, log, leadership }: Options): Stoppable {
  return startJob({
    name: 'notification_push',
    ...queueReading,
    async work(stopping) {
      await passOverPushes(store.db, { isOff: push.settings === null })
      if (push.settings === null) return
      const handed = await enqueueChannels({ db: store.db, channel: pushChannel(push.queue), log, isStopped: () => stopping.aborted })
      if (handed > 0) push.runSoon()
    },
    failed: 'browser notifications could not be queued',
    log,
    leadership,
  })
}
