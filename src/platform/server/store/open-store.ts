import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openEmbedded } from './embedded/open-embedded.ts'
import { postgresPool } from './postgres.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Store = {
  db: Db
  pool: pg.Pool
  /** For connections beside the pool. */
  connection: pg.ClientConfig
  isEmbedded: boolean
  /** Runs work whose statements may take long without an answer: the deadlines of this side are lifted, not those that the server keeps. */
  unhurried: <Made>(work: () => Promise<Made>) => Promise<Made>
  /** Ends every connection. */
  close: () => Promise<void>
}

type Given = {
  /** A PostgreSQL server; without it the embedded one in `dataDir`. */
  url?: string | undefined
  dataDir?: string | undefined
  /** Whether this process serves the site; of an embedded database there is one such process, others are refused. */
  isMainServer?: boolean
  onError: (error: Error) => void
  onSlowStatement?: (line: string) => void
}

// Counts and cents leave the store as numbers; beyond 2^53 they would be wrong, so that is an error instead.
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the database: the PostgreSQL server at `url`, or the embedded one of `dataDir`. Throws the error of a server that
 * is not reached within 30 s; of the embedded one, `EmbeddedDatabaseError` and `StoreInUse`.
 */
export async function openStore({ url, dataDir, isMainServer = false, onError, onSlowStatement = () => {} }: Given): Promise<Store> {
  if (url === undefined && dataDir === undefined) throw new Error('openStore needs a url or a dataDir')
  const embedded = url === undefined && dataDir !== undefined ? await openEmbedded({ dataDir, isMainServer, onError, onSlowStatement }) : null
  const connection = embedded?.connection ?? { connectionString: url }
  const { pool, unhurried, reach } = postgresPool(connection)
  pool.on('error', onError)
  // The pool listens to a connection only while it is idle. One lost in the middle of a transaction fails its
  // statement; without a listener of its own it would end the process too.
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
