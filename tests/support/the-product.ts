import { afterAll, beforeAll, inject } from 'vitest'
import type { Product } from './product.ts'
import { type Served, startServed } from './shared-products.ts'

function shared(name: 'plain' | 'demo'): Served {
  const served = inject('products')[Number(process.env.VITEST_POOL_ID) - 1]?.[name]
  if (!served) throw new Error('The global setup started no product for this worker')
  return served
}

/** The product that the files of a worker share. It starts without people; every test creates those that it needs. */
export const theProduct = (): Served => shared('plain')

/**
 * The second product of a worker, with the demo. Files that read whole lists start their own, because campaigns of other files would change
 * these.
 */
export const theDemo = (): Served => shared('demo')

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
