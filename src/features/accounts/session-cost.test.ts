import pg from 'pg'
import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

test('a session adds exactly one statement to a read through the API', async () => {
  await theSite()
  const { slug } = await aCampaign(await aPerson())
  const reader = await aPerson()
  const [visitor, member] = [await fewestStatements(null, `/campaigns/${slug}`), await fewestStatements(reader, `/campaigns/${slug}`)]
  expect(visitor).toBeGreaterThan(0)
  expect(member).toBe(visitor + 1)
})

/** Of several times, since what the process does by itself meanwhile is counted too. */
async function fewestStatements(who: Person | null, path: string): Promise<number> {
  const query = pg.Client.prototype.query
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    statements++
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    let fewest = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 10; tries++) {
      statements = 0
      await call(who, 'GET', path)
      fewest = Math.min(fewest, statements)
    }
    return fewest
  } finally {
    pg.Client.prototype.query = query
  }
}
