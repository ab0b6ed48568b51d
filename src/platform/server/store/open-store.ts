import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { lockFolder } from './lock.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Store = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Ends every connection; afterwards the folder is free for another process. */
  close: () => Promise<void>
}

// Counts and cents leave the store as numbers; beyond 2^53 they would be wrong, so that is an error instead.
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the store: PostgreSQL at `url`, or the embedded one in `folder` (`memory://` keeps nothing).
 * Both come back as a `pg.Pool`, so there is one code path. Throws `StoreInUse` when another process has the folder.
 */
export async function openStore(options: { url?: string | undefined; folder?: string | undefined; onError: (error: Error) => void }): Promise<Store> {
  const opened = options.url ? openPostgres(options.url) : await openEmbedded(options.folder ?? 'memory://')
  opened.pool.on('error', options.onError)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: opened.pool }) })
  return { ...opened, db, close: () => db.destroy().then(opened.close) }
}

function openPostgres(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'holdout',
  })
  return { pool, kind: 'postgres' as const, close: async () => {} }
}

async function openEmbedded(folder: string) {
  const inMemory = folder.startsWith('memory://')
  const unlock = inMemory ? () => {} : lockFolder(folder)
  try {
    const embedded = await startEmbedded(inMemory ? folder : join(folder, 'store'))
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      stream: () => embedded.connect(),
    } as pg.PoolConfig)
    const close = async () => {
      await embedded.close()
      unlock()
    }
    return { pool, kind: 'embedded' as const, close }
  } catch (error) {
    unlock()
    throw error
  }
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact integers`)
  return value
}
