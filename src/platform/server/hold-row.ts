import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './idempotency.ts'

const modes = { share: sql`for share of r`, 'no key update': sql`for no key update of r`, update: sql`for update of r` } as const
type Table = 'community' | 'community_post'
type Held = { table: Table; id: string; mode: keyof typeof modes }

/** Of the queue before a row, for the advisory lock that it is; `id` in small letters. */
export const queueKey = (table: Table, id: RawBuilder<unknown>) => sql`hashtextextended(${sql.lit(`${table}:`)} || ${id}, 0)`

/**
 * Holds a row until the transaction ends, first come, first served. The store itself lets those who share a row in past
 * whoever waits to have it alone: with enough people who like, nobody could be banned and no post locked.
 */
export async function holdRow(tx: Tx, { table, id, mode }: Held): Promise<void> {
  const key = queueKey(table, sql`${id.toLowerCase()}::text`)
  const queue = mode === 'share' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`
  await sql`with queue as materialized (select ${queue}::text as passed) select queue.passed from queue cross join ${sql.table(table)} r where r.id = ${id} ${modes[mode]}`.execute(
    tx,
  )
}
