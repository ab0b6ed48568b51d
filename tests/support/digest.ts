import { sql } from 'kysely'
import type { Store } from '#platform/server/store/open-store.ts'
import { until } from './site.ts'

/** What background jobs rewrite by themselves: from what the other tables say, or by sending it. */
const derived = ['campaign_rank', 'subject_rank', 'subject_digest', 'subject_digest_due', 'schema_migration', 'mail']
const known = new WeakMap<object, Promise<string[]>>()

/** Every table's rows as one hash each: two equal digests mean that nothing was written in between. */
export async function storeDigest(store: Store): Promise<Record<string, string>> {
  const names = known.get(store) ?? tablesOf(store)
  known.set(store, names)
  const parts = (await names).map(
    (name) => sql`select ${name}::text as name, md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) as digest from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(store.db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function tablesOf({ db }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ name, isView }) => !isView && !derived.includes(name)).map(({ name }) => name)
}

/** Waits until the counts have taken up everything that was written, so that no job writes behind a test's back. */
export async function countsSettled({ db }: Store): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`select (select count(*) from pledge_log) + (select count(*) from tally_change) as waiting`.execute(db)
    return rows[0]?.waiting === 0
  })
}
