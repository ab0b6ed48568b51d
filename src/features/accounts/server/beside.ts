import type { Log } from '#platform/server/log.ts'

/** Work beside the requests: a failure goes to the log, and `settled` waits for what has begun. */
export function openBeside(log: Log) {
  const running = new Set<Promise<unknown>>()
  return {
    beside(work: () => Promise<unknown>): void {
      const started: Promise<unknown> = work()
        .catch((error: unknown) => log.error({ err: error }, 'work of the accounts failed'))
        .finally(() => running.delete(started))
      running.add(started)
    },
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
