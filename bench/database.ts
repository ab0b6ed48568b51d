import pg from 'pg'
import { CannotRun } from './measure.ts'

/** The PostgreSQL server the benchmark makes its own databases on. */
const server = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type Database = { url: string; pool: pg.Pool; drop: () => Promise<void> }

/** An empty database of this run's own name. */
export async function makeDatabase(): Promise<Database> {
  const name = `holdout_bench_${process.pid}_${Math.floor(Math.random() * 1e9)}`
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  pool.on('error', () => {})
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

export async function postgresVersion(): Promise<string> {
  try {
    const { rows } = await onServer(
      "select current_setting('server_version') || ', synchronous_commit ' || current_setting('synchronous_commit') || ', fsync ' || current_setting('fsync') as said",
    )
    return String(rows[0]?.said)
  } catch {
    return 'not reachable'
  }
}

async function onServer(command: string): Promise<pg.QueryResult<{ said?: string }>> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
  } catch {
    throw new CannotRun(`PostgreSQL at ${server.replace(/:[^:@/]+@/, ':...@')} is not reachable; name one with BENCH_DATABASE_URL`)
  }
  try {
    return await client.query(command)
  } finally {
    await client.end()
  }
}
