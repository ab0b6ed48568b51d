import type { TestProject } from 'vitest/node'
import { makeDatabase } from './databases.ts'
import { aFolder, remove, startProduct } from './product.ts'

/** A product that a test can reach, and the database that it works on. */
export type Served = { readonly origin: string; readonly databaseUrl: string }

declare module 'vitest' {
  interface ProvidedContext {
    products: { plain: Served; demo: Served }[]
  }
}

/** Signs the sessions and the links in mails of every product that journeys start. */
export const authSecret = 'a secret that only the products of the journeys have'

/** Starts a product on a database and in a folder of its own; `end` stops it and removes both. */
export async function startServed(env: Record<string, string>, port?: number) {
  const database = await makeDatabase()
  const dataDir = aFolder()
  const given = { dataDir, env: { DATABASE_URL: database.url, AUTH_SECRET: authSecret, ...env } }
  const product = await startProduct({ ...given, ...(port && { port }) })
  return {
    ...product,
    databaseUrl: database.url,
    /** After its end: the same product at the same address. */
    again: () => startProduct({ ...given, port: Number(new URL(product.origin).port) }),
    async end() {
      await product.stop()
      await database.drop()
      remove(dataDir)
    },
  }
}

/** Starts the products that the files share, two for each worker, and ends them after the last file. */
export default async function setup(project: TestProject) {
  const started = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => Promise.all([startServed({}), startServed({ DEMO: 'on' })])))
  const served = ({ origin, databaseUrl }: Served) => ({ origin, databaseUrl })
  project.provide(
    'products',
    started.map(([plain, demo]) => ({ plain: served(plain), demo: served(demo) })),
  )
  return () => Promise.all(started.flat().map((product) => product.end()))
}
