import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * Fills the database once, even when several processes start together: filling and the record of it are one transaction. Returns true if it was
 * filled now. `fill` returns null to leave the database as it is.
 */
export function loadOnce(db: Db, name: 'reference' | 'demo' | 'logos', fill: (tx: Tx) => Promise<Record<string, number> | null>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`load:${name}`}, 0))`.execute(tx)
    if (await isLoaded(tx, name)) return false
    const loaded = await fill(tx)
    if (loaded === null) return false
    await tx
      .insertInto('site_setting')
      .values({ name, value: JSON.stringify({ loadedAt: new Date().toISOString(), ...loaded }) })
      .execute()
    return true
  })
}

export async function isLoaded(db: Db, name: 'reference' | 'demo' | 'demo-cleared' | 'logos'): Promise<boolean> {
  return (await db.selectFrom('site_setting').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}
