import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './idempotency.ts'

const modes = { share: sql`for share of r`, 'no key update': sql`for no key update of r`, update: sql`for update of r` } as const
type Table = 'community' | 'community_post'
type LockedRow = { table: Table; id: string; mode: keyof typeof modes }

/** Key of the advisory lock that is the queue for a row. `id` must be in lower case. */
export const queueKey = (table: Table, id: RawBuilder<unknown>) => sql`hashtextextended(${sql.lit(`${table}:`)} || ${id}, 0)`

/**
 * Takes a row lock until the transaction ends, in order of arrival. PostgreSQL itself lets new share locks pass a waiting
 * exclusive lock: with enough people who like a post, nobody could be banned and no post locked.
 */
export async function lockRow(tx: Tx, { table, id, mode }: LockedRow): Promise<void> {
  const key = queueKey(table, sql`${id.toLowerCase()}::text`)
  const queue = mode === 'share' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`
  await sql`with queue as materialized (select ${queue}::text as passed) select queue.passed from queue cross join ${sql.table(table)} r where r.id = ${id} ${modes[mode]}`.execute(
    tx,
  )
}
