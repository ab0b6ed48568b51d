import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** A stored table: its columns but those the store makes itself, and its primary key's. */
export type Table = { name: string; columns: { name: string; type: string }[]; key: { name: string; type: string }[] }

/**
 * What no backup holds: sessions, one-time tokens and browsers' push addresses, which a thief could use, keys kept for a day,
 * what jobs of that installation did, and what migrations write. Nor letters and messages on their way: they went out meanwhile,
 * and would again. What was noted and not yet told is in it, with how far it was.
 */
export const leftOut = [
  ...['auth_session', 'auth_verification', 'idempotency_key', 'job_run', 'schema_migration'],
  ...['mail', 'notification_digest', 'push_message', 'push_subscription'],
]

/** Every table of the store that a backup holds, by name. */
export async function backedUpTables(tx: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    with col as (
      select attrelid, attnum, attgenerated, json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) as col
      from pg_attribute where attnum > 0 and not attisdropped)
    select c.relname as name,
      (select json_agg(col order by attnum) from col where attrelid = c.oid and attgenerated = '') as columns,
      coalesce((
        select json_agg(col.col order by k.at)
        from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, at)
        join col on col.attrelid = c.oid and col.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and c.relname <> all(${leftOut})
    order by c.relname collate "C"`.execute(tx)
  return rows
}

export type Sequence = { name: string; lastValue: string; isCalled: boolean }

/** Where each sequence stands; numbers as text. */
export async function sequences(tx: Db): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`.execute(tx)
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: at } = await sql<Sequence>`
      select ${name} as name, last_value::text as "lastValue", is_called as "isCalled" from ${sql.table(name)}`.execute(tx)
    found.push(...at)
  }
  return found
}

/** How values are written as text so that each store reads back exactly what the other had. */
export async function plainForms(tx: Db): Promise<void> {
  await sql
    .raw("set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'")
    .execute(tx)
  await sql.raw('set local extra_float_digits = 1; set local cursor_tuple_fraction = 1').execute(tx)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
