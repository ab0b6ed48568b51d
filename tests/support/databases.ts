import pg from 'pg'

/** The PostgreSQL server that tests may make databases on. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A connection of a test's own, one at a time. That it is cut, as when its database is dropped while it says good-bye, is no failure. */
export function ownPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 1, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** An empty database of this run's own name. */
export async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `holdout_test_${process.env.TEST_RUN ?? process.pid}_${Math.floor(Math.random() * 1e9)}`
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(testServer)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`).then(() => {}) }
}

export async function dropDatabases(run: string): Promise<void> {
  if (process.env.TEST_STORE !== 'postgres') return
  const { rows } = await onServer(`select datname from pg_database where datname like 'holdout\\_test\\_${run}\\_%'`)
  for (const { datname } of rows) await onServer(`drop database if exists ${datname} with (force)`)
}

async function onServer(command: string): Promise<pg.QueryResult<{ datname: string }>> {
  const client = new pg.Client(testServer)
  await client.connect()
  try {
    return await client.query(command)
  } finally {
    await client.end()
  }
}
