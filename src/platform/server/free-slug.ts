import { sql } from 'kysely'
import { firstFreeSlug, slugOf } from '../slug.ts'
import type { Tx } from './idempotency.ts'

/**
 * A slug for `text` that no row of the table has, held by a lock until the transaction ends: simultaneous equal titles
 * wait for each other and get -2, -3 and so on. `fallback` serves where nothing of the text is left.
 */
export async function freeSlug(tx: Tx, wanted: { table: 'campaign' | 'target' | 'industry' | 'cause'; text: string; fallback: string }): Promise<string> {
  const base = slugOf(wanted.text) || wanted.fallback
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${wanted.table}:${base}`}, 0))`.execute(tx)
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(wanted.table)} where slug = ${base} or slug like ${`${base.replaceAll('_', '\\_')}-%`}`.execute(tx)
  return firstFreeSlug(base, new Set(rows.map((row) => row.slug)))
}
