import { afterAll, beforeAll } from 'vitest'
import { withoutDeadlines } from './locks.ts'
import { theSite, useSite } from './site.ts'

/**
 * Gives the tests of this file (or of the surrounding `describe`) a site of their own as `theSite`. `isPatient` removes its database's time
 * limits, `isHurried` gives it the product's own.
 */
export function ownSite(env: Record<string, string> = {}, { isPatient = false, isHurried = false } = {}): void {
  let close = async () => {}
  let hurry = () => {}
  beforeAll(async () => {
    close = await useSite(env, { isHurried })
    if (isPatient) hurry = withoutDeadlines((await theSite()).store)
  })
  afterAll(async () => {
    hurry()
    await close()
  })
}
