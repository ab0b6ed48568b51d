import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** A table: its columns without the generated ones, and the columns of its primary key. */
export type Table = { name: string; columns: { name: string; type: string }[]; key: { name: string; type: string }[] }

/**
 * Tables that no backup contains: sessions, one-time tokens and push addresses of browsers, which a thief could use; idempotency keys, kept for a
 * day; join intentions of visitors and counts of limits, kept for an hour; job runs and migrations, which belong to one installation; mail and push
 * messages, which were sent meanwhile and would be sent again. Notifications and the state of their delivery are included.
 */
export const leftOut = [
  ...['auth_session', 'auth_verification', 'idempotency_key', 'job_run', 'schema_migration'],
  ...['join_intention', 'rate_limit', 'sign_in_attempt'],
  ...['mail', 'notification_digest', 'push_message', 'push_subscription'],
]

/** Returns every table that a backup contains, ordered by name. */
export async function backedUpTables(tx: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    with col as (
      select attrelid, attnum, attgenerated, json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) as col
      from pg_attribute where attnum > 0 and not attisdropped)
    select c.relname as name,
      (select json_agg(col order by attnum) from col where attrelid = c.oid and attgenerated = '') as columns,
      (select json_agg(col.col order by k.at)
        from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k(attnum, at)
        join col on col.attrelid = c.oid and col.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and c.relname <> all(${leftOut})
    order by c.relname collate "C"`.execute(tx)
  return rows
}

/** Returns the last value of each used sequence, as text because it may exceed 2^53. */
export async function sequences(tx: Db): Promise<{ name: string; lastValue: string; isCalled: true }[]> {
  const { rows } = await sql<{ name: string; lastValue: string; isCalled: true }>`
    select sequencename as name, last_value::text as "lastValue", true as "isCalled" from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename collate "C"`.execute(tx)
  return rows
}

/** Fixes the settings that affect the text form of values, because it must be the same in every database. */
export async function plainForms(tx: Db): Promise<void> {
  await sql
    .raw("set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'")
    .execute(tx)
  await sql.raw('set local extra_float_digits = 1; set local cursor_tuple_fraction = 1').execute(tx)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
