import { sql } from 'kysely'
import { jobDone } from '#platform/server/job-times.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'

const everyMs = 10 * 60_000

/** Removes what is only kept for a while: idempotency keys after a day, sessions past their end, turns in chats that keep nobody waiting. */
export function startSweep({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  async function sweep() {
    if (!(await leadership.isMine())) return
    await store.db.deleteFrom('idempotency_key').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
    await store.db.deleteFrom('auth_session').where('expires_at', '<', sql<Date>`now()`).execute()
    await store.db.deleteFrom('campaign_chat_pace').where('spoke_at', '<', sql<Date>`now() - interval '1 minute'`).execute()
    jobDone('sweep')
  }
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => log.warn({ err: error }, 'the sweep failed; it is tried again'))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
