import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const gate = sql`hashtextextended('notification delivery', 0)`

const few = sql`hashtextextended('notification few', 0)`

/**
 * Takes the advisory lock for direct deliveries until the transaction ends; false if another transaction has it. Two concurrent
 * deliveries would both read a group's old state and list the group twice. Call it as a separate statement, so that the next one sees
 * the changes that the previous owner of the lock has committed.
 */
export async function isDirectOnly(tx: Db): Promise<boolean> {
  // Does not wait for the lock, because a lock timeout would count as a failed try of the events.
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${few}) as got`.execute(tx)
  return rows[0]?.got ?? false
}

/** Locks the delivery gate (shared) until the transaction ends; `betweenDeliveries` waits for it. */
export async function duringDelivery(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${gate})`.execute(tx)
}

/**
 * Waits until all running deliveries have ended, because they may have read older data. Later ones read the data that is committed
 * now, so that nothing is delivered to a person who has left.
 */
export async function betweenDeliveries(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${gate})`.execute(db)
}
