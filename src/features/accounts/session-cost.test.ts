import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person } from '#tests/support/site.ts'
import { fewestStatements, sessionToken } from '#tests/support/statements.ts'

test('a session adds exactly one database statement to a read through the API', async () => {
  const campaign = await aCampaign(await aPerson())
  const reader = await aPerson()
  const costFor = (who: Person | null) => {
    const names = [campaign.id, campaign.slug, ...(who ? [who.id, sessionToken(who)] : [])]
    return fewestStatements(names, () => call(who, 'GET', `/campaigns/${campaign.slug}`))
  }
  const visitor = await costFor(null)
  expect(visitor).toBeGreaterThan(0)
  expect(await costFor(reader)).toBe(visitor + 1)
})
