import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openEmbedded } from './embedded/open-embedded.ts'
import { postgresPool } from './postgres.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Store = {
  db: Db
  pool: pg.Pool
  /** For connections outside the pool. */
  connection: pg.ClientConfig
  isEmbedded: boolean
  /** Runs work whose statements may take long: this process does not time out, but the server's own timeouts still apply. */
  unhurried: <Made>(work: () => Promise<Made>) => Promise<Made>
  /** Ends every connection. */
  close: () => Promise<void>
}

type Options = {
  /** A PostgreSQL server; without it the embedded one in `dataDir`. */
  url?: string | undefined
  dataDir?: string | undefined
  /** True if this process serves the site. An embedded database has at most one such process; another one is refused. */
  isMainServer?: boolean
  onError: (error: Error) => void
  onSlowStatement?: (line: string) => void
}

// Counts and cents are read as numbers. Beyond 2^53 they would be inexact, so that throws an error instead.
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the database: the PostgreSQL server at `url`, or the embedded one of `dataDir`. Throws the connection error of a
 * server that cannot be reached within 30 s, and `EmbeddedDatabaseError` or `StoreInUse` for the embedded one.
 */
export async function openStore({ url, dataDir, isMainServer = false, onError, onSlowStatement = () => {} }: Options): Promise<Store> {
  if (url === undefined && dataDir === undefined) throw new Error('openStore needs a url or a dataDir')
  const embedded = url === undefined && dataDir !== undefined ? await openEmbedded({ dataDir, isMainServer, onError, onSlowStatement }) : null
  const connection = embedded?.connection ?? { connectionString: url }
  const { pool, unhurried, reach } = postgresPool(connection)
  pool.on('error', onError)
  // The pool handles errors of idle connections only. A connection that is lost during a transaction makes its statement
  // fail; without its own error listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  async function close() {
    await pool.end()
    await embedded?.close()
  }
  await reach().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, connection, isEmbedded: embedded !== null, unhurried, close }
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond exact integers`)
  return value
}
