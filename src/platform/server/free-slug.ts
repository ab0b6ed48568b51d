import { sql } from 'kysely'
import { firstFreeSlug, slugOf } from '../slug.ts'
import type { Tx } from './idempotency.ts'

/**
 * Returns a slug for `text` that no row of the table has, and takes an advisory lock on its base until the transaction ends:
 * simultaneous equal titles wait for each other and get -2, -3 and so on. Uses `fallback` if nothing of the text is left.
 */
export async function freeSlug(tx: Tx, wanted: { table: 'campaign' | 'target' | 'industry' | 'cause'; text: string; fallback: string }): Promise<string> {
  const base = slugOf(wanted.text) || wanted.fallback
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${wanted.table}:${base}`}, 0))`.execute(tx)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(wanted.table)} where slug = ${base} or slug like ${`${base.replaceAll('_', '\\_')}-%`}`.execute(tx)
  return firstFreeSlug(base, new Set(rows.map((row) => row.slug)))
}
