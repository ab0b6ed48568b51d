import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root.ts'
import type { Store } from './open-store.ts'

/** Key of the advisory lock for schema changes: migrations take it for their session, a restore for its transaction. */
export const schemaLock = 7_265_411

export class NewerSchema extends Error {}

export type Migration = { name: string; checksum: string; text: string }

/** The numbered files of db/migrations, in order. */
export function readMigrations(): Migration[] {
  const folder = join(projectRoot, 'db/migrations')
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Compares the migrations of a database or backup with the known ones. Throws `NewerSchema` if one is unknown, and another
 * error if a file was changed after it was applied.
 */
export function checkMigrations(had: { name: string; checksum: string }[], known: Migration[]): void {
  const unknown = had.filter(({ name }) => !known.some((migration) => migration.name === name))
  if (unknown.length) throw new NewerSchema(unknown.map(({ name }) => name).join(', '))
  for (const { name, checksum } of had)
    if (known.find((migration) => migration.name === name)?.checksum !== checksum)
      throw new Error(`The migration ${name} was changed after it was applied to this database. Restore the file and add a new migration.`)
}

export const createMigrationTable =
  'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())'

/**
 * Migrates the database to the newest schema: runs each new file of db/migrations once, in order, in its own transaction,
 * under an advisory lock. Returns the names of the applied files. Throws `NewerSchema` if the database has an unknown one.
 */
export function migrate(store: Store): Promise<string[]> {
  return store.unhurried(() => migrateNow(store))
}

async function migrateNow(store: Store): Promise<string[]> {
  const known = readMigrations()
  const client = await store.pool.connect()
  const applied: string[] = []
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [schemaLock])
    await client.query(createMigrationTable)
    const { rows: had } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
    checkMigrations(had, known)
    for (const { name, checksum, text } of known) {
      if (had.some((migration) => migration.name === name)) continue
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        // Fails too if the connection is lost; only the first error is reported.
        await client.query('rollback').catch(() => {})
        throw error
      }
      applied.push(name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [schemaLock]).catch(() => {})
    // Closes the connection rather than returning it to the pool, because its session settings must not affect later queries.
    client.release(true)
  }
}
