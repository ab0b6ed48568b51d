import { setTimeout } from 'node:timers/promises'
import { jobDone, jobFailed } from './job-times.ts'
import type { Leadership } from './leader.ts'
import type { Log } from './log.ts'

/** A background task. `stop` waits for the current run and starts no new one. */
export type Stoppable = { stop: () => Promise<void> }

/**
 * Interval at which the queues of mail, push messages and notifications are read
 * when nothing starts the job sooner. An object, so that tests can shorten it.
 */
export const queueReading = { everyMs: 1_000 }

type Work = {
  /** `stopping` is aborted when the job is stopped; long work ends early then. */
  work: (stopping: AbortSignal) => Promise<unknown>
  /** Log message for a failed run. The next run takes place regardless. */
  failed: string
  /** Pause before a run that was requested during the previous one. */
  pauseMs?: number
  log: Log
}
type Job = Work & {
  /** Name in `/metrics` and on the operators' page: lower case letters and `_`. */
  name: string
  everyMs: number
  atOnce?: boolean
  leadership: Leadership
}
type Runner = Stoppable & { runSoon: () => void }

/** Runs work in this process when asked, never twice at the same time. */
export function openRunner({ work, failed, pauseMs = 0, log }: Work): Runner & { runIfIdle: () => void } {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  async function run() {
    do {
      if (again) await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      again = false
      await work(stopping.signal).catch((error: unknown) => log.warn({ err: error }, `${failed}; it will be retried`))
    } while (again && !stopping.signal.aborted)
    running = null
  }
  function runIfIdle() {
    if (!stopping.signal.aborted) running ??= run()
  }
  return {
    runIfIdle,
    /** Work that is already running runs once more afterwards, because it may have read its data before the change. */
    runSoon() {
      again = running !== null
      runIfIdle()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Runs the work repeatedly, in the leader process only and never twice at the same time. `runSoon` runs it now. */
export function startJob({ name, everyMs, work, atOnce = false, leadership, ...given }: Job): Runner {
  const { runSoon, runIfIdle, stop } = openRunner({
    ...given,
    async work(stopping) {
      try {
        if (!(await leadership.isMine())) return
        await work(stopping)
        jobDone(name)
      } catch (error) {
        jobFailed(name, error)
        throw error
      }
    },
  })
  if (atOnce) runIfIdle()
  // A random offset, so that jobs do not all take a connection at the same moment.
  let timer = globalThis.setTimeout(() => {
    runIfIdle()
    timer = setInterval(runIfIdle, everyMs)
  }, Math.random() * everyMs)
  return {
    runSoon,
    stop() {
      clearInterval(timer)
      return stop()
    },
  }
}
