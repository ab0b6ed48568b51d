import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { lockFolder } from './lock.ts'
import { postgresPool } from './postgres.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Store = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Runs work whose statements may take long without an answer: the deadlines of this side are lifted, not those that the server keeps. */
  unhurried: <Made>(work: () => Promise<Made>) => Promise<Made>
  /** Ends every connection; afterwards the folder is free for another process. */
  close: () => Promise<void>
}

// Counts and cents leave the store as numbers; beyond 2^53 they would be wrong, so that is an error instead.
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the store: PostgreSQL at `url`, or the embedded one in `folder` (`memory://` keeps nothing).
 * Both come back as a `pg.Pool`, so there is one code path. Throws `StoreInUse` when another process has the folder,
 * and the error of a PostgreSQL that is not reached within 30 s.
 */
export async function openStore(options: { url?: string | undefined; folder?: string | undefined; onError: (error: Error) => void }): Promise<Store> {
  const opened = options.url ? openPostgres(options.url) : await openEmbedded(options.folder ?? 'memory://')
  opened.pool.on('error', options.onError)
  // The pool listens to a connection only while it is idle. One lost in the middle of a transaction fails its
  // statement; without a listener of its own it would end the process too.
  opened.pool.on('connect', (client) => client.on('error', () => {}))
  await opened.reach().catch(async (error: unknown) => {
    await opened.pool.end()
    throw error
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: opened.pool }) })
  return { ...opened, db, close: () => db.destroy().then(opened.close) }
}

const openPostgres = (url: string) => ({ ...postgresPool(url), kind: 'postgres' as const, close: async () => {} })

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
    return { pool, kind: 'embedded' as const, unhurried: embedded.unhurried, reach: async () => {}, close }
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
