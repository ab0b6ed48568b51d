import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import { StoreInUse } from '#platform/server/store/lock.ts'
import { checkMigrations, readMigrations } from '#platform/server/store/migrate.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { Refused, type Told } from './refused.ts'

/** What must be there before a command begins. */
type Needs = 'nothing' | 'a store' | 'the newest schema'
type Way = {
  needs: Needs
  /** With the store opened by this process. */
  direct: (store: Store) => Promise<Told>
  /** Where a server has the embedded store open: through it, or the reason why not. */
  beside: (() => Promise<Told>) | string
}

/** Does a command with the store these settings name, whoever has it open. Throws `Refused`. */
export async function reachStore(config: Config, { needs, direct, beside }: Way): Promise<Told> {
  if (needs !== 'nothing' && !config.databaseUrl && !existsSync(join(config.dataDir, 'store')))
    throw new Refused(`there is no store in ${config.dataDir}. Name the server's folder with DATA_DIR, or its database with DATABASE_URL.`)
  const store = await opened(config)
  if (typeof store === 'string') {
    if (typeof beside !== 'string') return beside()
    throw new Refused(`a server (process ${store}) has this store open. ${beside}`)
  }
  try {
    if (needs !== 'nothing') await expectStore(store, needs)
    return await direct(store)
  } finally {
    await store.close()
  }
}

/** The store, or the process that has it. */
async function opened(config: Config): Promise<Store | string> {
  try {
    return await openStore({ url: config.databaseUrl, folder: config.dataDir, onError: () => {} })
  } catch (error) {
    if (error instanceof StoreInUse) return error.message
    throw error
  }
}

async function expectStore({ db }: Store, needs: Needs): Promise<void> {
  const { rows } = await sql<{ made: string | null }>`select to_regclass('schema_migration')::text as made`.execute(db)
  if (!rows[0]?.made) throw new Refused('this database holds no store of Holdout. Make one with: npm run cli -- migrate')
  if (needs !== 'the newest schema') return
  const known = readMigrations()
  const { rows: had } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration order by name`.execute(db)
  checkMigrations(had, known)
  if (had.length < known.length) throw new Refused('the store has an older schema than this version. Bring it forward with: npm run cli -- migrate')
}
