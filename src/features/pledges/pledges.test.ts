import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countsSettled } from '#tests/support/digest.ts'
import { withoutDeadlines } from '#tests/support/locks.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

// Hundreds who come at once may be refused for a while by a machine that is busy; here they are to be counted.
let hurry = () => {}
beforeAll(async () => {
  hurry = withoutDeadlines((await theSite()).store)
})
afterAll(() => hurry())

test('joining twice, at once or again, counts once', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { body } = await call(null, 'GET', `/campaigns/${campaign.slug}`)
  expect(body.count.supporters).toBe(2)
})

test('two hundred people joining at once are two hundred more', async () => {
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 200 }, () => aPerson()))
  const answers = await Promise.all(people.map((person) => call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(201)
})

test('an unconfirmed pledge is kept but not counted', async () => {
  const campaign = await aCampaign(await aPerson())
  const { body } = await call(await aPerson({ isCounted: false }), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })

  expect(body.pledge.state).toBe('unconfirmed')
  expect(body.count.supporters).toBe(1)
})

test('a private pledge is in the number, and its owner sees that it is private', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  const { body } = await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: true } })
  expect(body).toMatchObject({ pledge: { state: 'counted', isPrivate: true }, count: { supporters: 2 } })
  expect((await call(joiner, 'GET', `/campaigns/${campaign.slug}`)).body.viewer.pledge).toEqual({ state: 'counted', isPrivate: true })
})

test('visitors must sign in, and a draft or unknown campaign is not there', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const joiner = await aPerson()
  expect((await call(null, 'PUT', `/campaigns/${draft.id}/pledge`, { body: {} })).status).toBe(401)
  const hidden = await call(joiner, 'PUT', `/campaigns/${draft.id}/pledge`, { body: {} })
  const absent = await call(joiner, 'PUT', '/campaigns/00000000-0000-7000-8000-000000000000/pledge', { body: {} })
  expect(hidden.status).toBe(404)
  expect(hidden.body).toEqual(absent.body)
})

test('a campaign that has ended takes no pledge', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const setOpen = (is_open: boolean) => store.db.updateTable('campaign_stats').set({ is_open }).where('campaign_id', '=', campaign.id).execute()
  await setOpen(false)
  expect(await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).toMatchObject({
    status: 409,
    body: { code: 'CAMPAIGN_NOT_ACTIVE' },
  })
  // For the tests that compare every count of this store.
  await setOpen(true)
})

test('the platform counts one person once, however many campaigns they join', async () => {
  const creator = await aPerson()
  const [one, two] = [await aCampaign(creator), await aCampaign(creator)]
  const before = await settledStats()
  const joiner = await aPerson()
  for (const { id } of [one, two]) await call(joiner, 'PUT', `/campaigns/${id}/pledge`, { body: {} })

  const after = await until(async () => {
    const stats = await settledStats()
    return stats.supporters > before.supporters ? stats : null
  })
  expect(after.supporters).toBe(before.supporters + 1)
  expect(after.yearlyCents).toBe(before.yearlyCents + 2 * 2_499 * 12)
})

test('whoever starts a campaign counts from when the store says, like everybody, where the clock of our process is wrong', async () => {
  const creator = await aPerson()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 86_400_000 })
  await aCampaign(creator).finally(() => vi.useRealTimers())
  const { pledges } = (await call(creator, 'GET', '/me/export')).body
  expect(Date.parse(pledges[0].countedAt)).toBeGreaterThanOrEqual(Date.parse(pledges[0].joinedAt))
})

/** The platform's numbers once every pledge and every campaign's change is in them. */
async function settledStats() {
  const { store } = await theSite()
  await countsSettled(store)
  return (await call(null, 'GET', '/stats')).body
}
