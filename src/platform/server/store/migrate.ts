import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root.ts'
import type { Store } from './open-store.ts'

const advisoryLock = 7_265_411

export class NewerSchema extends Error {}

/**
 * Brings the store to the newest schema: each numbered file of db/migrations once, in order, in a transaction of its
 * own, under an advisory lock. Returns the names applied. Throws `NewerSchema` when the store knows a later one.
 */
export async function migrate(store: Store): Promise<string[]> {
  const folder = join(projectRoot, 'db/migrations')
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
  const client = await store.pool.connect()
  const applied: string[] = []
  try {
    if (store.kind === 'postgres') await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
    const known = new Map(rows.map((row) => [row.name, row.checksum]))
    const unknown = [...known.keys()].filter((name) => !files.includes(name))
    if (unknown.length) throw new NewerSchema(unknown.join(', '))

    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (known.has(name) && known.get(name) !== checksum)
        throw new Error(`The migration ${name} was changed after this store had it. Restore the file and add a new one.`)
      if (known.has(name)) continue
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
      applied.push(name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]).catch(() => {})
    // Ended, not returned: its session settings must not reach later queries. The embedded store has only this one.
    client.release(store.kind === 'postgres')
  }
}
