// Writes db/schema.sql (to read) and schema.gen.ts (types) from the migrations. `--check` only compares.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../src/platform/server/store/migrate.ts'
import { openStore } from '../src/platform/server/store/open-store.ts'
import { startOwnPostgres } from '../tests/support/own-postgres.ts'
import { readSchemaText } from './schema-text.ts'

const own = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres()
const server = own?.url ?? process.env.TEST_DATABASE_URL
const name = `holdout_schema_${process.pid}`
const url = new URL(server ?? '')
url.pathname = `/${name}`
const admin = new pg.Client(server)
const stale: string[] = []
try {
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  try {
    const store = await openStore({ url: url.href, onError: () => {} })
    await migrate(store)
    await store.close()
    keep('db/schema.sql', await readSchema())
    keep('src/platform/server/store/schema.gen.ts', generateTypes())
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
} finally {
  await own?.remove()
}
if (stale.length) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run schema`)
  process.exit(1)
}

async function readSchema(): Promise<string> {
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    return await readSchemaText(client)
  } finally {
    await client.end()
  }
}

function generateTypes(): string {
  const numbers = '{"int8":"number","numeric":"number","date":"string"}'
  const options = ['--dialect', 'postgres', '--url', url.href, '--type-mapping', numbers, '--exclude-pattern', 'schema_migration']
  return execFileSync('node_modules/.bin/kysely-codegen', ['--print', '--log-level', 'error', ...options], { encoding: 'utf8' })
}

function keep(file: string, text: string) {
  if (!process.argv.includes('--check')) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') !== text) stale.push(file)
}
