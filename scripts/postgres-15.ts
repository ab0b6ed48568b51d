// Runs the migrations and the database rules on the oldest supported PostgreSQL: the server `TEST_DATABASE_URL_15`, or the programs in the given
// folder.
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { startOwnPostgres } from '../tests/support/own-postgres.ts'
import { vitestStep } from './steps.mjs'

const [installed = ''] = process.argv.slice(2)
const own = process.env.TEST_DATABASE_URL_15 ? null : await startOwnPostgres(installed)
const server = own?.url ?? process.env.TEST_DATABASE_URL_15 ?? ''
try {
  await checkVersion()
  // The tests run even after a difference, so that one run shows everything.
  const { args } = vitestStep('database', ['tests/rules/store.test.ts', 'tests/rules/schema.test.ts'])
  const ended = [runNode(['scripts/schema.ts', '--check']), runNode(args)]
  process.exitCode = Math.max(...ended)
} finally {
  await own?.remove()
}

async function checkVersion() {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  if (!rows[0]?.server_version.startsWith('15.')) throw new Error(`PostgreSQL 15 is wanted here, this is ${rows[0]?.server_version}.`)
}

function runNode(args: string[]): number {
  const env = { ...process.env, TEST_DATABASE_URL: server }
  return spawnSync(process.execPath, args, { stdio: 'inherit', env, timeout: 300_000 }).status ?? 1
}
