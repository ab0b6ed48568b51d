import { jobDone } from './job-times.ts'
import type { Leadership } from './leader.ts'
import type { Log } from './log.ts'

/** Of whatever runs beside the requests: waits for what it is at, and begins nothing more. */
export type Stoppable = { stop: () => Promise<void> }

type Job = {
  /** As `/metrics` calls it. */
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
export function startJob({ name, everyMs, work, failed, atOnce = false, log, leadership }: Job): Stoppable {
  let running: Promise<void> | null = null
  async function run() {
    if (!(await leadership.isMine())) return
    await work()
    jobDone(name)
  }
  function start() {
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, `${failed}; it is tried again`))
      .finally(() => {
        running = null
      })
  }
  if (atOnce) start()
  const timer = setInterval(start, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
