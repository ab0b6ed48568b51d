import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { makeWorld, type World } from './world.ts'

/** A database with the test world in it, on which the built product can be started. */
export type WorldSite = {
  world: World
  start: (env: Record<string, string>) => Promise<Product>
  withStore: <T>(act: (store: Store) => Promise<T>) => Promise<T>
  remove: () => Promise<void>
}

export async function makeWorldSite(): Promise<WorldSite> {
  const dataDir = aFolder()
  const database = await makeDatabase()
  const world = await makeWorld({ dataDir, databaseUrl: database.url })
  return {
    world,
    start: (env) => startProduct({ dataDir, env: { DATABASE_URL: database.url, ...env } }),
    async withStore(act) {
      const store = await openStore({ url: database.url, onError: () => {} })
      try {
        return await act(store)
      } finally {
        await store.close()
      }
    },
    async remove() {
      await database.drop()
      remove(dataDir)
    },
  }
}
