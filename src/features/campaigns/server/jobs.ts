import { refreshSubjectRanks } from '#features/live-stats/server/public.ts'
import { jobDone } from '#platform/server/job-times.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { refreshRanks } from './ranks.ts'

export { refreshRanks } from './ranks.ts'

const everyMs = 30_000

/** Refreshes the order of all lists, of campaigns and of what they are about, every half minute, in the process that leads. */
export function startRankJob(options: { store: Store; log: Log; leadership: Leadership }): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  async function run() {
    if (!(await options.leadership.isMine())) return
    await refreshRanks(options.store.db)
    await refreshSubjectRanks(options.store.db)
    jobDone('ranks')
  }
  function start() {
    running ??= run()
      .catch((error: unknown) => options.log.warn({ err: error }, 'refreshing the ranks failed; it is tried again'))
      .finally(() => {
        running = null
      })
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
