import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openHashing } from '#features/accounts/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { isLoaded } from '../demo/load-once.ts'
import { prepareData } from '../demo/prepare-data.ts'
import { clearDemo } from './clear-demo.ts'
import { Refused, type Report } from './refused.ts'

/** Loads the demo into a database without people, even if it was cleared before. */
export async function loadDemoNow(store: Store, config: Config): Promise<Report> {
  if (config.isPublic) throw new Refused('the demo cannot be loaded into a public site (https BASE_URL).')
  if (await isLoaded(store.db, 'demo')) throw new Refused('this database already contains the demo.')
  if (await store.db.selectFrom('person').select('id').limit(1).executeTakeFirst())
    throw new Refused('this database already has accounts. The demo needs a database without accounts: choose another folder with DATA_DIR.')
  await store.db.deleteFrom('site_setting').where('name', '=', 'demo-cleared').execute()
  const lines: string[] = []
  const { demoPassword } = await prepareData({ store, config: { ...config, demo: true }, print: (line) => lines.push(line), hashPassword: openHashing().hash })
  return { ok: true, lines: [...lines, `The password of ada@demo.test, bao@demo.test and carmen@demo.test: ${demoPassword}`] }
}

/** Removes the demo; everything else stays, and the next start does not load it again. */
export async function clearDemoNow(store: Store, config: Config): Promise<Report> {
  if (!(await isLoaded(store.db, 'demo'))) throw new Refused('this database does not contain the demo.')
  const { people, campaigns } = await longTransaction(store, 'newest rows', clearDemo).catch((error: unknown) => {
    // A foreign key that is not cleared: rows of real people stay, so nothing is removed.
    if (Object(error).code === '23503') throw new Refused(`rows of ${Object(error).table} that would be kept refer to people of the demo. Nothing was changed.`)
    throw error
  })
  await rm(join(config.dataDir, 'demo-password'), { force: true })
  return { ok: true, lines: [`Removed ${people} invented people and ${campaigns} campaigns. Running servers show the change after a restart`] }
}
