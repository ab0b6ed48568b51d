import { expect, test, vi } from 'vitest'
import { anEmail, password, postAuth } from '#tests/support/accounts.ts'
import { countsSettled } from '#tests/support/content-hash.ts'
import { pressJoin } from '#tests/support/joining.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

patientSite()

test('joining twice, concurrently or again, counts once', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { body } = await call(null, 'GET', `/campaigns/${campaign.slug}`)
  expect(body.count.supporters).toBe(2)
})

test('two hundred people who join concurrently add two hundred supporters', async () => {
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 200 }, () => aPerson()))
  const answers = await Promise.all(people.map((person) => call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(201)
})

test('an unconfirmed pledge is stored but not counted', async () => {
  const campaign = await aCampaign(await aPerson())
  const { body } = await call(await aPerson({ isCounted: false }), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })

  expect(body.pledge.state).toBe('unconfirmed')
  expect(body.count.supporters).toBe(1)
})

test('a private pledge is counted, and its owner sees that it is private', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  const { body } = await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: true } })
  expect(body).toMatchObject({ pledge: { state: 'counted', isPrivate: true }, count: { supporters: 2 } })
  expect((await call(joiner, 'GET', `/campaigns/${campaign.slug}`)).body.viewer.pledge).toEqual({ state: 'counted', isPrivate: true })
})

test('an ended campaign takes no pledge', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const setOpen = (is_open: boolean) => store.db.updateTable('campaign_stats').set({ is_open }).where('campaign_id', '=', campaign.id).execute()
  await setOpen(false)
  expect(await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).toMatchObject({
    status: 409,
    body: { code: 'CAMPAIGN_NOT_ACTIVE' },
  })
  // Other tests compare every stored count of this database.
  await setOpen(true)
})

test('the platform counts each person once, however many campaigns they join', async () => {
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

test('a creator is counted from the database’s time, even if the clock of the process is wrong', async () => {
  const creator = await aPerson()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 86_400_000 })
  await aCampaign(creator).finally(() => vi.useRealTimers())
  const { pledges } = (await call(creator, 'GET', '/me/export')).body
  expect(Date.parse(pledges[0].countedAt)).toBeGreaterThanOrEqual(Date.parse(pledges[0].joinedAt))
})

/** The platform's numbers after all pledges and campaign changes have been applied. */
async function settledStats() {
  const { store } = await theSite()
  await countsSettled(store)
  return (await call(null, 'GET', '/stats')).body
}

test('on a site without mail a visitor who presses Join and signs up is counted with the account', async () => {
  const campaign = await aCampaign(await aPerson())
  const { join, cookie } = await pressJoin({ campaignId: campaign.id })
  const answer = await postAuth('sign-up/email', { name: 'Bao Lin', email: anEmail(), password, join }, { cookie })
  expect(answer.status).toBe(200)
  const { body } = await call(null, 'GET', `/campaigns/${campaign.slug}`)
  expect(body.count).toMatchObject({ supporters: 2 })
})
