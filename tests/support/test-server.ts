import { dropDatabases, makeTemplate } from './databases.ts'
import { startOwnPostgres } from './own-postgres.ts'

/**
 * Gives this process, and those that it starts, a PostgreSQL server with the migrated template: the one that
 * TEST_DATABASE_URL names, or a new one. Returns how to end it.
 */
export async function prepareTestServer({ isDurable }: { isDurable: boolean }): Promise<() => Promise<void>> {
  process.env.TEST_RUN ??= `${process.pid}`
  const own = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres(undefined, { isDurable })
  if (own) process.env.TEST_DATABASE_URL = own.url
  process.env.TEST_TEMPLATE = await makeTemplate()
  return () => own?.remove() ?? dropDatabases()
}
