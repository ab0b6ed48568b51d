import pg from 'pg'

/** The PostgreSQL server that tests may make databases on. */
export const testServer = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `holdout_test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(testServer)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

async function onServer(command: string): Promise<void> {
  const client = new pg.Client(testServer)
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
