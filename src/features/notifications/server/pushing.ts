import { queueReading, type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { handOn } from './hand-on.ts'
import { passOverPushes, pushChannel, type Queue } from './push-channel.ts'

type Given = { store: Store; push: { settings: object | null; queue: Queue; nudge: () => void }; log: Log; leadership: Leadership }

/** Hands what the bells have been told of on to people's browsers. */
export function startPushing({ store, push, log, leadership }: Given): Stoppable {
  let isStopped = false
  const job = startJob({
    name: 'notification_push',
    ...queueReading,
    async work() {
      await passOverPushes(store.db, { isOff: push.settings === null })
      if (push.settings === null) return
      const handed = await handOn({ db: store.db, channel: pushChannel(push.queue), log, isStopped: () => isStopped })
      if (handed > 0) push.nudge()
    },
    failed: 'notifications could not be handed on to browsers',
    log,
    leadership,
  })
  return {
    stop() {
      isStopped = true
      return job.stop()
    },
  }
}
