import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const gate = sql`hashtextextended('notification delivery', 0)`

const few = sql`hashtextextended('notification few', 0)`

/**
 * Whether this transaction is, until it ends, the only one that tells a few: two would each see a group as it was before the
 * other, and both would list it. Asked in a statement of its own, so that the next one sees what the last teller has committed.
 */
export async function tellsFewAlone(tx: Db): Promise<boolean> {
  // Whoever waited here would meet the time limit of locks, and count it against the events.
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${few}) as got`.execute(tx)
  return rows[0]?.got ?? false
}

/** A delivery begins: until its transaction ends, whoever is `betweenDeliveries` waits. */
export async function duringDelivery(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${gate})`.execute(tx)
}

/**
 * Waits until every delivery is over that may have looked before this moment: those that come later know what is
 * committed by now, so that nothing is told any more to somebody who has left.
 */
export async function betweenDeliveries(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${gate})`.execute(db)
}
