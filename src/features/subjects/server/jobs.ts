import { jobDone } from '#platform/server/job-times.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { refreshActivity } from './activity-refs.ts'
import { refreshDueDigests } from './digest.ts'

const everyMs = 60_000

/** Brings what the pages of targets, industries and causes say of their campaigns together up to date. */
export async function refreshDigests(db: Db): Promise<void> {
  await refreshDueDigests(db)
  await refreshActivity(db)
}

/** Does so every minute, in the process that leads. */
export function startDigestJob(options: { store: Store; log: Log; leadership: Leadership }): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  async function run() {
    if (!(await options.leadership.isMine())) return
    await refreshDigests(options.store.db)
    jobDone('digests')
  }
  function start() {
    running ??= run()
      .catch((error: unknown) => options.log.warn({ err: error }, 'refreshing the digests failed; it is tried again'))
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
