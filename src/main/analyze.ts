import { sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import { soleLeader } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'

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

/** Looks once a minute, where the store is the embedded one, which has one process. */
export function startAnalyzing({ store, log }: { store: Store; log: Log }): Stoppable {
  if (store.kind === 'postgres') return { stop: async () => {} }
  return startJob({
    name: 'analyze',
    everyMs: 60_000,
    work: () => analyzeWritten(store),
    failed: 'tables were not analyzed',
    log,
    leadership: soleLeader,
  })
}
