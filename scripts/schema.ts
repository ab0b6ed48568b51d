// Writes what the migrations make: db/schema.sql to read, schema.gen.ts for the types. `--check` only compares.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../src/platform/server/store/migrate.ts'
import { openStore } from '../src/platform/server/store/open-store.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const name = `holdout_schema_${process.pid}`
const admin = new pg.Client(server)
await admin.connect()
await admin.query(`create database ${name}`)
const url = new URL(server)
url.pathname = `/${name}`
const stale: string[] = []
try {
  const store = await openStore({ url: url.href, onError: () => {} })
  await migrate(store)
  await store.close()
  const dump = execFileSync('pg_dump', ['--schema-only', '--no-owner', '--no-privileges', url.href], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog|\\)/.test(line) && line.trim() !== '')
    .join('\n')
  keep('db/schema.sql', `-- Made by \`npm run schema\` from db/migrations: read this to see the data, change the migrations.\n${dump}\n`)
  const types = execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--print',
      '--log-level',
      'error',
      '--dialect',
      'postgres',
      '--url',
      url.href,
      '--type-mapping',
      '{"int8":"number","numeric":"number","date":"string"}',
      '--exclude-pattern',
      'schema_migration',
    ],
    { encoding: 'utf8' },
  )
  keep('src/platform/server/store/schema.gen.ts', types)
} finally {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
}
if (stale.length) {
  console.error(`Stale: ${stale.join(', ')}. Run: npm run schema`)
  process.exit(1)
}

function keep(file: string, text: string) {
  if (!process.argv.includes('--check')) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') !== text) stale.push(file)
}
