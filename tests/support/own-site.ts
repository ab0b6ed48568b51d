import { afterAll, beforeAll } from 'vitest'
import { withoutDeadlines } from './locks.ts'
import { theSite, useSite } from './site.ts'

/** For the tests of this file, or of the `describe` it stands in, `theSite` is one of its own. With `isPatient` its store refuses nobody for waiting long; with `isHurried` whoever waits for longer than the product lets anybody. */
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
