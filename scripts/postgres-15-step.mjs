import { existsSync } from 'node:fs'

const installed = '/usr/lib/postgresql/15'

/** Returns the step for PostgreSQL 15; null where neither its programs nor a server (`TEST_DATABASE_URL_15`) exist. */
export function postgres15Step() {
  if (!process.env.TEST_DATABASE_URL_15 && !existsSync(`${installed}/bin/postgres`)) return null
  return { name: 'PostgreSQL 15', args: ['scripts/postgres-15.ts', installed], report: '.tmp/report-postgres-15.json' }
}
