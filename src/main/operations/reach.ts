import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import { pointerFile } from '#platform/server/store/embedded/location.ts'
import { checkMigrations, readMigrations } from '#platform/server/store/migrate.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { Refused } from './refused.ts'

/** State of the database that a command needs. */
type Needs = 'nothing' | 'a database' | 'the newest schema'

/**
 * Opens the configured database for one command, beside the processes that use it, and closes it afterwards. Throws `Refused` if it does not
 * exist or its schema is too old for the command.
 */
export async function withStore<Made>({ config, needs }: { config: Config; needs: Needs }, act: (store: Store) => Promise<Made>): Promise<Made> {
  if (needs !== 'nothing' && !config.databaseUrl && !hasDatabase(config.dataDir))
    throw new Refused(`there is no database in ${config.dataDir}. Name the server's folder with DATA_DIR, or its database with DATABASE_URL.`)
  const store = await openStore({ url: config.databaseUrl, dataDir: config.dataDir, onError: () => {} })
  try {
    if (needs !== 'nothing') await checkSchema(store, needs)
    return await act(store)
  } finally {
    await store.close()
  }
}

/** True also for a database of an earlier release: opening it then fails with an error that explains the upgrade. */
const hasDatabase = (dataDir: string) => [join(dataDir, 'postgres', 'data'), pointerFile(dataDir), join(dataDir, 'store')].some((place) => existsSync(place))

async function checkSchema({ db }: Store, needs: Needs): Promise<void> {
  const { rows } = await sql<{ made: string | null }>`select to_regclass('schema_migration')::text as made`.execute(db)
  if (!rows[0]?.made) throw new Refused('this database has no Holdout tables. Create them with: npm run cli -- migrate')
  if (needs !== 'the newest schema') return
  const known = readMigrations()
  const { rows: had } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration order by name`.execute(db)
  checkMigrations(had, known)
  if (had.length < known.length) throw new Refused('the database has an older schema than this version. Update it with: npm run cli -- migrate')
}
