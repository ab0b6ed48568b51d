import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countNeverCounted } from '#features/pledges/count/server/snapshot.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

const figures = async () => (await call(null, 'GET', '/transparency')).body
const month = new Date().toISOString().slice(0, 7)

test('decisions of moderators are counted by month and rule, and those about campaigns are listed without any text', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const campaign = await aCampaign(await aPerson(), { title: 'A title that nobody may read again' })
  const decide = (state: string, rule?: string) =>
    call(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { body: { state, ...(rule && { rule }), reason: 'It names a private person.' } })
  const before = await figures()
  expect((await decide('hidden', 'private_details')).status).toBe(200)
  expect((await decide('removed', 'private_details')).status).toBe(200)
  expect((await decide('visible')).status).toBe(200)

  const counted = (found: any) => found.months.find((each: any) => each.month === month) ?? { hidden: 0, removed: 0, restored: 0 }
  const ofRule = (found: any) => found.by_rule.find(({ rule }: any) => rule === 'private_details')?.decisions ?? 0
  const after = await until(async () => {
    const found = await figures()
    return ofRule(found) >= ofRule(before) + 2 ? found : null
  })
  for (const what of ['hidden', 'removed', 'restored']) expect(counted(after)[what]).toBeGreaterThan(counted(before)[what])
  const today = new Date().toISOString().slice(0, 10)
  expect(after.campaigns).toContainEqual({ decided_on: today, decision: 'removed', rule: 'private_details' })
  expect(after.campaigns).toContainEqual({ decided_on: today, decision: 'visible', rule: null })
  expect(JSON.stringify(after)).not.toMatch(/A title that nobody|private person/)
})

test('the author reads the rule of a decision with its reason, and an unknown rule is refused', async () => {
  const [moderator, creator] = [await aPerson({ role: 'moderator' }), await aPerson()]
  const campaign = await aCampaign(creator)
  const decide = (rule: string) =>
    call(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { body: { state: 'hidden', rule, reason: 'Look at the second sentence.' } })
  expect((await decide('taste')).status).toBe(400)
  expect((await decide('false_claims')).status).toBe(200)
  const { moderation } = (await call(creator, 'GET', `/campaigns/${campaign.slug}`)).body
  expect(moderation).toMatchObject({ state: 'hidden', rule: 'false_claims', reason: 'Look at the second sentence.' })
})

test('pledges that never counted are a number of their month, hidden under 10, and the CSV has the same months', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 11 }, () => aPerson({ isCounted: false })))
  for (const person of people) await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await store.db.deleteFrom('never_counted').execute()
  await countNeverCounted(store.db)
  const found = await until(async () => {
    const { months } = await figures()
    const present = months.find((each: any) => each.month === month)
    return present?.pledges_never_counted >= 11 ? present : null
  })
  const csv = await (await fetch(`${(await theSite()).origin}/api/v1/transparency.csv`)).text()
  expect(csv).toContain('month,hidden,removed,restored,suspended,pledges_removed,pledges_restored,pledges_never_counted')
  expect(csv).toContain(`${month},${found.hidden},`)

  await sql`update never_counted set pledges = 9`.execute(store.db)
  await until(async () => (await figures()).months.every((each: any) => each.pledges_never_counted === null))
})
