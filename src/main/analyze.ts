import { sql } from 'kysely'
import { jobDone } from '#platform/server/job-times.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'

const everyMs = 60_000
const fewRows = 200

/**
 * What the planner knows of the embedded store's tables, which nobody else keeps up to date there: a table is counted
 * again when a tenth of it was written since. PostgreSQL does the same by itself.
 */
export async function analyzeWritten(store: Store): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables where n_mod_since_analyze > ${fewRows} + n_live_tup / 10`.execute(store.db)
  // One at a time: on the one connection there every request waits for it.
  for (const { relname } of rows) await sql`analyze ${sql.table(relname)}`.execute(store.db)
  return rows.map(({ relname }) => relname)
}

/** Looks once a minute, in the process that has an embedded store. */
export function startAnalyzing({ store, log }: { store: Store; log: Log }): { stop: () => Promise<void> } {
  if (store.kind === 'postgres') return { stop: async () => {} }
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running = analyzeWritten(store)
      .then(() => jobDone('analyze'))
      .catch((error: unknown) => log.warn({ err: error }, 'tables were not analyzed; it is tried again'))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
