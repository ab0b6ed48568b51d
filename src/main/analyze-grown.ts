import { sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Store } from '#platform/server/store/open-store.ts'

/** Rows from which a table is worth it: a smaller one is read as a whole anyway. */
const leastRows = 500

/**
 * Analyzes the tables that have more than twice the rows of their statistics, and returns their names. A prepared statement keeps the plan of its
 * connection until statistics change, so one that was planned while a table was small would read the whole table each time. Autovacuum looks only once a
 * minute, and can be off.
 */
export async function analyzeGrown(store: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_live_tup > greatest(${leastRows}, 2 * c.reltuples) order by s.relname`.execute(store.db)
  for (const { name } of rows) await longTransaction(store, 'newest rows', (tx) => sql`analyze ${sql.table(name)}`.execute(tx))
  return rows.map(({ name }) => name)
}

export const startAnalyzing = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({ name: 'analyze', everyMs: 10_000, work: () => analyzeGrown(store), failed: 'analyzing grown tables failed', log, leadership })
