import { dropDatabases, makeTemplate } from './databases.ts'
import { startOwnPostgres } from './own-postgres.ts'

/**
 * Gives this process and its children a PostgreSQL server with the migrated template: that of TEST_DATABASE_URL, or a new one. Returns a
 * function that ends it.
 */
export async function prepareTestServer({ isDurable }: { isDurable: boolean }): Promise<() => Promise<void>> {
  process.env.TEST_RUN ??= `${process.pid}`
  const own = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres(undefined, { isDurable })
  if (own) process.env.TEST_DATABASE_URL = own.url
  process.env.TEST_TEMPLATE = await makeTemplate()
  return () => own?.remove() ?? dropDatabases()
}
