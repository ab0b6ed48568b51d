import { afterAll, beforeAll, inject } from 'vitest'
import type { Product } from './product.ts'
import { type Served, startServed } from './shared-products.ts'

/** The product that the files of a worker share. It starts without people; every test creates those that it needs. */
export function theProduct(): Served {
  const served = inject('plainProducts')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!served) throw new Error('The global setup started no product for this worker')
  return served
}

/**
 * The product with the demo, which all workers share. Files that read whole lists start their own, because campaigns of other files would change
 * these.
 */
export const theDemo = (): Served => inject('demoProduct')

/** A product with its own settings, for the tests of one file. It ends after them. */
export function ownProduct(env: Record<string, string>, port?: number): Served & Pick<Product, 'output' | 'dataDir'> {
  let started: Awaited<ReturnType<typeof startServed>> | undefined
  beforeAll(async () => {
    started = await startServed(env, port)
  })
  afterAll(() => started?.end())
  const product = () => {
    if (!started) throw new Error('A test uses the product before it is started')
    return started
  }
  return {
    get origin() {
      return product().origin
    },
    get databaseUrl() {
      return product().databaseUrl
    },
    get dataDir() {
      return product().dataDir
    },
    output: () => product().output(),
  }
}
