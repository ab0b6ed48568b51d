import { sql } from 'kysely'
import { checkMigrations, createMigrationTable, readMigrations } from '#platform/server/store/migrate.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Header } from './backup-format.ts'
import { Refused } from './refused.ts'
import { backedUpTables, leftOut, quoted, type Table } from './store-tables.ts'

/**
 * Creates the backup's schema in an empty database and returns its tables. Throws `Refused` for a database with any rows, and `NewerSchema` for a
 * backup whose schema this version does not know.
 */
export async function prepareSchema(tx: Db, header: Header): Promise<Table[]> {
  checkMigrations(header.migrations, readMigrations())
  await sql.raw(createMigrationTable).execute(tx)
  const had = await appliedMigrations(tx)
  await refuseUnlessEmpty(tx, had.length > 0)
  const wanted = header.migrations.map(({ name }) => name)
  const later = had.find((name) => !wanted.includes(name))
  if (later) throw new Refused(`this database already has the migration ${later}, which is newer than the backup. ${howToMakeEmpty}`)
  await applyMigrations(tx, wanted)
  const tables = await backedUpTables(tx)
  if (JSON.stringify(tables) !== JSON.stringify(header.tables.map(({ name, columns, key }) => ({ name, columns, key }))))
    throw new Refused('the tables of the backup do not match its migrations.')
  return tables
}

/** Applies the missing migrations, all or only those in `wanted`, and returns their names. */
export async function applyMigrations(tx: Db, wanted?: string[]): Promise<string[]> {
  const had = await appliedMigrations(tx)
  const missing = readMigrations().filter(({ name }) => !had.includes(name) && (wanted?.includes(name) ?? true))
  for (const { name, checksum, text } of missing) {
    await sql.raw(text).execute(tx)
    await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(tx)
    // Each migration expects the deferred triggers of the one before it to have run, as at the end of a separate transaction.
    await sql`set constraints all immediate`.execute(tx)
    await sql`set constraints all deferred`.execute(tx)
  }
  return missing.map(({ name }) => name)
}

async function appliedMigrations(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(tx)
  return rows.map(({ name }) => name)
}

const howToMakeEmpty = 'A backup can only be restored into an empty database: name a new folder with DATA_DIR, or a new database (createdb) with DATABASE_URL.'

async function refuseUnlessEmpty(tx: Db, isOurs: boolean): Promise<void> {
  const found = [...(await backedUpTables(tx)).map(({ name }) => name), ...(isOurs ? leftOut : [])]
  if (!isOurs && found.length) throw new Refused(`this database has tables of another program (${found.slice(0, 3).join(', ')}). ${howToMakeEmpty}`)
  // These tables may have rows: a migration writes the platform's tally and its own name, and a server that has started writes the others.
  for (const name of found.filter((table) => !['schema_migration', 'tally', 'job_run', 'rate_limit', 'sign_in_attempt', 'auth_secret_use'].includes(table))) {
    const { rows } = await sql<{ filled: boolean }>`select exists (select from ${sql.table(name)}) as filled`.execute(tx)
    if (rows[0]?.filled) throw new Refused(`this database is not empty: it has rows in ${name}. ${howToMakeEmpty}`)
  }
}

/**
 * Runs `fill` without foreign keys and triggers, so that rows can be inserted in any order and exactly as in the backup. Adding the keys again checks
 * every row. The rights of the tables' owner are sufficient.
 */
export async function withoutLinks(tx: Db, tables: string[], fill: () => Promise<void>): Promise<void> {
  const switchTriggers = async (act: 'disable' | 'enable') => {
    for (const name of tables) await sql.raw(`alter table ${quoted(name)} ${act} trigger user`).execute(tx)
  }
  const { rows: links } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname collate "C"`.execute(tx)
  for (const { table, name } of links) await sql.raw(`alter table ${table} drop constraint ${quoted(name)}`).execute(tx)
  await switchTriggers('disable')
  await fill()
  for (const { table, name, definition } of links) await sql.raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`).execute(tx)
  await switchTriggers('enable')
}
