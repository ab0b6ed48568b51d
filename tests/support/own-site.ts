import { afterAll, beforeAll } from 'vitest'
import { withoutDeadlines } from './locks.ts'
import { theSite, useSite } from './site.ts'

/**
 * Gives the tests of this file (or of the surrounding `describe`) a site of their own as `theSite`. `isPatient` removes its database's time
 * limits, and `isHurried` sets the product's real time limits.
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

/** Removes the database's time limits of the tests' site while the tests of this file run, for many requests at once on a busy machine. */
export function patientSite(): void {
  let hurry = () => {}
  beforeAll(async () => {
    hurry = withoutDeadlines((await theSite()).store)
  })
  afterAll(() => hurry())
}
