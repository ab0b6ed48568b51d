import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openHashing } from '#features/accounts/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { isLoaded } from '../demo/load-once.ts'
import { prepareData } from '../demo/prepare-data.ts'
import { clearDemo } from './clear-demo.ts'
import { Refused, type Told } from './refused.ts'

/** Invented people and campaigns into a store that has no people, also where they were cleared before. */
export async function loadDemoNow(store: Store, config: Config): Promise<Told> {
  if (config.isPublic) throw new Refused('a public site (https BASE_URL) has no invented people.')
  if (await isLoaded(store.db, 'demo')) throw new Refused('this store already holds the demo.')
  if (await store.db.selectFrom('person').select('id').limit(1).executeTakeFirst())
    throw new Refused('people are in this store. The demo goes into a store without any: name another folder with DATA_DIR.')
  await store.db.deleteFrom('site_setting').where('name', '=', 'demo-cleared').execute()
  const lines: string[] = []
  const { demoPassword } = await prepareData({ store, config: { ...config, demo: true }, say: (line) => lines.push(line), hashPassword: openHashing().hash })
  return { ok: true, lines: [...lines, `The password of ada@demo.test, bao@demo.test and carmen@demo.test: ${demoPassword}`] }
}

/** Takes the demo out again; everything else stays, and the next start does not load it anew. */
export async function clearDemoNow(store: Store, config: Config): Promise<Told> {
  if (!(await isLoaded(store.db, 'demo'))) throw new Refused('this store holds no demo.')
  const { people, campaigns } = await longTransaction(store, 'newest rows', clearDemo).catch((error: unknown) => {
    // A reference that is not cleared along: what real people did stays, so all of it stays.
    if (Object(error).code === '23503') throw new Refused(`rows of ${Object(error).table} that are kept speak of people of the demo. Nothing was changed.`)
    throw error
  })
  await rm(join(config.dataDir, 'demo-password'), { force: true })
  return { ok: true, lines: [`Removed ${people} invented people and ${campaigns} campaigns. Servers that run show it after their next start`] }
}
