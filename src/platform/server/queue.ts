import { type RawBuilder, sql } from 'kysely'
import type { Db } from './store/open-store.ts'

// The parts that all queues share. A queue is a table whose rows have `tries`, `next_try_at`, `last_error` and `failed_at`.

/** Expiry of a claim. A process moves `next_try_at` of a row to this time before it works on the row, so that no other process takes it. */
export const claimedUntil = sql<Date>`now() + interval '2 minutes'`

/** Pause before the next try, as an interval; `failures` counts the failed tries, at least one: 5 s, 10 s, 20 s and so on, at most ten minutes. */
export const backOff = (failures: RawBuilder<unknown>) => sql`make_interval(secs => least(600, 5 * 2 ^ least(${failures} - 1, 10)))`

/** Number of tries after which a row has failed and is shown to the operator. Mail is tried until it expires instead. */
export const triesAtMost = 8

/** Deletes failed rows that were kept for the operator for a month. */
export async function sweepFailed(db: Db, queue: 'mail' | 'push_message'): Promise<void> {
  await sql`delete from ${sql.table(queue)} where failed_at < now() - interval '30 days'`.execute(db)
}
