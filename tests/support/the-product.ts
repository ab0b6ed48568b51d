import { afterAll, beforeAll } from 'vitest'
import { closeBrowser } from './browser.ts'
import { aFolder, type Product, remove, startProduct } from './product.ts'

/** The built product for the tests of this file: started before them, ended with the browser after them. */
export function theProduct(env: Record<string, string> = {}): { readonly origin: string } {
  let started: Product | undefined
  const dataDir = aFolder()
  beforeAll(async () => {
    started = await startProduct({ dataDir, env })
  })
  afterAll(async () => {
    await closeBrowser()
    await started?.stop()
    remove(dataDir)
  })
  return {
    get origin() {
      if (!started) throw new Error('The product is asked for before it is started')
      return started.origin
    },
  }
}
