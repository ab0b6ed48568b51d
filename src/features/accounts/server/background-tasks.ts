import type { Log } from '#platform/server/log.ts'

/** Runs background tasks: logs their failures, and `settled` waits for those that have started. */
export function openBackgroundTasks(log: Log) {
  const running = new Set<Promise<unknown>>()
  return {
    runInBackground(work: () => Promise<unknown>): void {
      const started: Promise<unknown> = work()
        .catch((error: unknown) => log.error({ err: error }, 'a background task of the accounts failed'))
        .finally(() => running.delete(started))
      running.add(started)
    },
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
