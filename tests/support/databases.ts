import pg from 'pg'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'

export type Database = { url: string; drop: () => Promise<void> }

/** A pool of one connection for a test. A connection that is cut is not an error: dropping the database may cut it while it closes. */
export function ownPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 1, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A database with the newest schema: a copy of the run's template, which takes a tenth of a second. */
export function makeDatabase(): Promise<Database> {
  if (!process.env.TEST_TEMPLATE) throw new Error(noServer)
  // The default strategy writes every page to the write-ahead log, which takes three times as long.
  return create(newName(), `template ${process.env.TEST_TEMPLATE} strategy file_copy`)
}

/** A database without tables, for tests of migrations, backups and first starts. */
export const makeEmptyDatabase = (): Promise<Database> => create(newName(), emptyTemplate)

/** Creates the run's template: an empty database to which every migration was applied. Returns its name. */
export async function makeTemplate(): Promise<string> {
  const name = `${prefix()}template`
  const { url } = await create(name, emptyTemplate)
  const store = await openStore({ url, onError: () => {} })
  await migrate(store)
  await store.close()
  return name
}

/** Drops every database of this run, including those of a worker that was killed. */
export async function dropDatabases(): Promise<void> {
  const { rows } = await onServer(`select datname from pg_database where starts_with(datname, '${prefix()}')`)
  for (const { datname } of rows) await onServer(`drop database if exists ${datname} with (force)`)
}

const emptyTemplate = `template template0 encoding 'UTF8'`
const prefix = () => `holdout_test_${process.env.TEST_RUN ?? process.pid}_`
const newName = () => `${prefix()}${Math.floor(Math.random() * 1e9)}`
const noServer = 'This test file needs a database but runs in the suite without one: it must import from tests/support directly (see vitest.config.ts).'

async function create(name: string, options: string): Promise<Database> {
  await onServer(`create database ${name} ${options}`)
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`).then(() => {}) }
}

function serverUrl(): string {
  if (!process.env.TEST_DATABASE_URL) throw new Error(noServer)
  return process.env.TEST_DATABASE_URL
}

async function onServer(command: string): Promise<pg.QueryResult<{ datname: string }>> {
  const client = new pg.Client(serverUrl())
  await client.connect()
  try {
    return await client.query(command)
  } finally {
    await client.end()
  }
}
