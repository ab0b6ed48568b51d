import { type RawBuilder, sql } from 'kysely'
import type { Db } from './store/open-store.ts'

export type EntryTable = 'target' | 'industry' | 'cause'

/**
 * The row of `table` whose name equals or looks like the SQL expression `name`: `(select ... ) e`. An equal name, without regard to case
 * and accents, precedes one that only looks like it. The name of a merged entry gives the one that it was merged into.
 */
export const entryNamed = (table: EntryTable, name: ReturnType<typeof sql>) =>
  sql`(select * from ${sql.table(table)} m where m.id = (
    select coalesce(n.merged_into, n.id) from ${sql.table(table)} n where norm(n.name) = norm(${name}) or n.name_key = look_alike_key(${name})
    order by norm(n.name) = norm(${name}) desc limit 1))`

/** True if lists show the entry with this id: it is verified, or the site has no moderators. */
export const isListed = (id: string): RawBuilder<boolean> => sql<boolean>`exists (select from listed_entry v where v.subject_id = ${sql.ref(id)})`

/** The id of the entry with this address, or of the one that it was merged into. */
export const entryOfSlug = (table: EntryTable, slug: string): RawBuilder<string> =>
  sql<string>`(select coalesce(s.merged_into, s.id) from ${sql.table(table)} s where s.slug = ${slug})`

export async function entryIdNamed(db: Db, table: EntryTable, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select e.id from ${entryNamed(table, sql`${name}::text`)} e`.execute(db)
  return rows[0]?.id
}

/**
 * The id of an entry that can be used until the transaction ends: the given one, or the one that it was merged into. Waits for a merge that runs;
 * undefined if the entry is gone.
 */
export async function usableEntry(tx: Db, table: EntryTable, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ merged_into: string | null }>`select merged_into from ${sql.table(table)} where id = ${id} for key share`.execute(tx)
  const into = rows[0]?.merged_into
  return into ? usableEntry(tx, table, into) : rows[0] && id
}
