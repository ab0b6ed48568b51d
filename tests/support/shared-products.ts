import type { TestProject } from 'vitest/node'
import { makeDatabase } from './databases.ts'
import { aFolder, remove, startProduct } from './product.ts'

/** A product that tests can access, and its database. */
export type Served = { readonly origin: string; readonly databaseUrl: string }

declare module 'vitest' {
  interface ProvidedContext {
    plainProducts: Served[]
    demoProduct: Served
  }
}

/** Signs the sessions, and the links in emails, of every product that journeys start. */
export const authSecret = 'a secret that only the products of the journeys have'

/** Address of the source code, as the demo's pages give it. */
export const demoSource = 'https://source.test/holdout?version=demo'

/** Starts a product with its own database and folder; `end` stops it and removes both. */
export async function startServed(env: Record<string, string>, port?: number) {
  const database = await makeDatabase()
  const dataDir = aFolder()
  const given = { dataDir, env: { DATABASE_URL: database.url, AUTH_SECRET: authSecret, ...env } }
  const product = await startProduct({ ...given, ...(port && { port }) })
  return {
    ...product,
    databaseUrl: database.url,
    /** After its end, starts the same product at the same address again. */
    again: () => startProduct({ ...given, port: Number(new URL(product.origin).port) }),
    async end() {
      await product.stop()
      await database.drop()
      remove(dataDir)
    },
  }
}

/** Starts the products that test files share, one for each worker and one with the demo for all, and ends them after the last file. */
export default async function setup(project: TestProject) {
  const [demo, ...plain] = await Promise.all([
    startServed({ DEMO: 'on', SOURCE_URL: demoSource }),
    ...Array.from({ length: project.config.maxWorkers }, () => startServed({})),
  ])
  const served = ({ origin, databaseUrl }: Served) => ({ origin, databaseUrl })
  project.provide('plainProducts', plain.map(served))
  project.provide('demoProduct', served(demo))
  return () => Promise.all([demo, ...plain].map((product) => product.end()))
}
