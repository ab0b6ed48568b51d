import { sql } from 'kysely'
import { checkMigrations, createMigrationTable, readMigrations } from '#platform/server/store/migrate.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Header } from './backup-format.ts'
import { Refused } from './refused.ts'
import { backedUpTables, leftOut, quoted, type Table } from './store-tables.ts'

/**
 * Gives an empty store the schema that the backup was made with and returns its tables. Throws `Refused` for a store that
 * holds anything, and `NewerSchema` for a backup whose schema this version does not know.
 */
export async function prepareSchema(tx: Db, header: Header): Promise<Table[]> {
  const known = readMigrations()
  checkMigrations(header.migrations, known)
  await sql.raw(createMigrationTable).execute(tx)
  const { rows: had } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration`.execute(tx)
  await refuseUnlessEmpty(tx, had.length > 0)
  const later = had.find(({ name }) => !header.migrations.some((migration) => migration.name === name))
  if (later) throw new Refused(`this store already has ${later.name}, which is newer than the backup. ${howToMakeEmpty}`)
  for (const { name, checksum, text } of known) {
    if (!header.migrations.some((migration) => migration.name === name) || had.some((migration) => migration.name === name)) continue
    await sql.raw(text).execute(tx)
    await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(tx)
  }
  const tables = await backedUpTables(tx)
  if (JSON.stringify(tables) !== JSON.stringify(header.tables)) throw new Refused('the backup has other tables than its migrations make.')
  return tables
}

const howToMakeEmpty = 'A backup goes into an empty store: name a folder that is not there yet with DATA_DIR, or a new database (createdb) with DATABASE_URL.'

async function refuseUnlessEmpty(tx: Db, isOurs: boolean): Promise<void> {
  const found = [...(await backedUpTables(tx)).map(({ name }) => name), ...(isOurs ? leftOut : [])]
  if (!isOurs && found.length) throw new Refused(`this database has tables of something else (${found.slice(0, 3).join(', ')}). ${howToMakeEmpty}`)
  // A migration writes the platform's tally and, of course, that it was there; a server that has started what its jobs did.
  for (const name of found.filter((table) => !['schema_migration', 'tally', 'job_run'].includes(table))) {
    const { rows } = await sql<{ filled: boolean }>`select exists (select from ${sql.table(name)}) as filled`.execute(tx)
    if (rows[0]?.filled) throw new Refused(`this store is not empty: it has rows in ${name}. ${howToMakeEmpty}`)
  }
}

type Link = { table: string; name: string; definition: string }

/** Takes the references between tables away, and what refuses rows of people who have left, so that rows may come in any order. */
export async function dropLinks(tx: Db): Promise<Link[]> {
  const { rows: links } = await sql<Link>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname collate "C"`.execute(tx)
  for (const { table, name } of links) await sql.raw(`alter table ${table} drop constraint ${quoted(name)}`).execute(tx)
  await switchOwnTriggers(tx, 'disable')
  return links
}

/** Puts them back, which checks every row. */
export async function makeLinks(tx: Db, links: Link[]): Promise<void> {
  for (const { table, name, definition } of links) await sql.raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`).execute(tx)
  await switchOwnTriggers(tx, 'enable')
}

/** What our triggers run. A restore does without them: the rows that they refuse or keep come from the backup as well. */
const ownTriggerFunctions = [
  'refuse_for_deleted',
  'keep_subject_rank',
  'keep_ranked_campaigns',
  'digest_due_of_rank',
  'digest_due_of_alternatives',
  'keep_search_words',
  'keep_community_rank',
  'keep_community_members',
  'keep_community_posts',
  'keep_post_likes',
  'keep_post_comments',
  'note_gone_event',
  'drop_pushes_of_ended_session',
]

/** Only ours: what others have put into the store stays, so that reading it again finds what it has changed. */
async function switchOwnTriggers(tx: Db, act: 'disable' | 'enable'): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select t.tgrelid::regclass::text as table, t.tgname as name
    from pg_trigger t join pg_proc f on f.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where f.proname = any(${ownTriggerFunctions}) and f.pronamespace = 'public'::regnamespace and c.relnamespace = 'public'::regnamespace
    order by 1, 2`.execute(tx)
  for (const { table, name } of rows) await sql.raw(`alter table ${table} ${act} trigger ${quoted(name)}`).execute(tx)
}
