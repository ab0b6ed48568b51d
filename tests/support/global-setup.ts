import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { aFolder, remove } from './product.ts'
import { prepareTestServer } from './test-server.ts'

/** The database server of a run: the one that scripts/test.mjs has started, otherwise one for this process. */
export default async function setup({ name }: TestProject) {
  if (process.env.TEST_TEMPLATE) return
  if (name !== 'faults') return prepareTestServer({ isDurable: false })
  const [endServer, removeFolder] = await Promise.all([prepareTestServer({ isDurable: true }), prepareDataFolder()])
  return () => Promise.all([endServer(), removeFolder()])
}

/** Creates the data folder from which embedded databases are copied. Returns a function that removes it. */
async function prepareDataFolder(): Promise<() => void> {
  const dataDir = aFolder()
  const store = await openStore({ dataDir, onError: () => {} })
  await migrate(store)
  await store.close()
  process.env.TEST_DATA_FOLDER = dataDir
  return () => remove(dataDir)
}
