import pg from 'pg'
import { CannotRun } from './measure.ts'

/** The PostgreSQL server on which the benchmark creates its own databases. */
const server = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type Database = { url: string; pool: pg.Pool; drop: () => Promise<void> }

/** Creates an empty database. The default name is unique to this run. */
export async function makeDatabase(name = `holdout_bench_${process.pid}_${Math.floor(Math.random() * 1e9)}`): Promise<Database> {
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  return openDatabase(name)
}

/** Opens an existing database. */
export function openDatabase(name: string): Database {
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

/** Returns the note that was stored with a database when it was made; null when there is no database of this name. */
export async function readNote(name: string): Promise<string | null> {
  const { rows } = await onServer(`select coalesce(shobj_description(oid, 'pg_database'), '') as said from pg_database where datname = '${name}'`)
  return rows[0]?.said ?? null
}

export const noteDown = (name: string, note: string) => onServer(`comment on database ${name} is '${note}'`)

export async function postgresVersion(): Promise<string> {
  try {
    const { rows } = await onServer(
      "select current_setting('server_version') || ', synchronous_commit ' || current_setting('synchronous_commit') || ', fsync ' || current_setting('fsync') || ', shared_buffers ' || current_setting('shared_buffers') || ', autovacuum ' || current_setting('autovacuum') as said",
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
