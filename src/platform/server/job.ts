import { jobDone, jobFailed } from './job-times.ts'
import type { Leadership } from './leader.ts'
import type { Log } from './log.ts'

/** Of whatever runs beside the requests: waits for what it is at, and begins nothing more. */
export type Stoppable = { stop: () => Promise<void> }

/** How often the queues of mail, push messages and notifications are read when nothing starts the job sooner. An object, so that tests can shorten it. */
export const queueReading = { everyMs: 1_000 }

type Job = {
  /** As `/metrics` and the operators' page call it: small letters and `_`. */
  name: string
  everyMs: number
  work: () => Promise<unknown>
  /** What the log says when it did not work; the next time comes all the same. */
  failed: string
  atOnce?: boolean
  log: Log
  leadership: Leadership
}

/** Does the work again and again, in the process that leads, and never twice at the same time. */
export function startJob({ name, everyMs, work, failed, atOnce = false, log, leadership }: Job): Stoppable & { nudge: () => void } {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  async function run() {
    if (!(await leadership.isMine())) return
    await work()
    jobDone(name)
  }
  function start() {
    running ??= run()
      .catch((error: unknown) => {
        jobFailed(name, error)
        log.warn({ err: error }, `${failed}; it is tried again`)
      })
      .finally(() => {
        running = null
        if (!again || stopped) return
        again = false
        start()
      })
  }
  if (atOnce) start()
  // A random offset, so that jobs do not all take a connection at the same moment.
  let timer = setTimeout(() => {
    start()
    timer = setInterval(start, everyMs)
  }, Math.random() * everyMs)
  return {
    /** Begins now; once more where it is at work already, which may have looked before. */
    nudge() {
      if (stopped) return
      again = running !== null
      start()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
