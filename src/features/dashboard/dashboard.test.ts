import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const join = (who: Person, campaign: { id: string }, isPrivate = false) => tryToJoin(who, campaign, { isPrivate })
const dashboard = async (who: Person) => (await call(who, 'GET', '/me/dashboard')).body
const priced = (spendCents: number, durationBasis: string) => ({ impact: { mode: 'monetary', productService: 'Parcels', spendCents, durationBasis } })
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
async function backdated(person: Person, campaign: { id: string }, days: number) {
  const { db } = (await theSite()).store
  await db
    .updateTable('person')
    .set({ counting_from: daysAgo(30) })
    .where('id', '=', person.id)
    .execute()
  await db
    .updateTable('pledge')
    .set({ created_at: daysAgo(days), counted_at: daysAgo(days) })
    .where('person_id', '=', person.id)
    .where('campaign_id', '=', campaign.id)
    .execute()
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

test('a new person has an empty dashboard', async () => {
  const { status, body } = await call(await aPerson(), 'GET', '/me/dashboard')
  expect(status).toBe(200)
  expect(body).toEqual({
    impact: { monthlyCents: 0, pledges: 0, waiting: 0, unit: 'day', steps: [], plot: null },
    pledges: { total: 0, latest: [], hasShownNotice: false },
    updates: [],
  })
  expect((await call(null, 'GET', '/me/dashboard')).status).toBe(401)
  expect((await call(null, 'GET', '/me/pledges')).status).toBe(401)
})

test('the monthly impact is the sum of four times the weekly spends, the monthly and one-time spends, and a twelfth of the yearly ones, rounded once', async () => {
  const creator = await aPerson()
  const person = await aPerson()
  const bases = { weekly: 1_000, monthly: 2_499, one_time: 301 }
  for (const [basis, cents] of Object.entries(bases)) await join(person, await aCampaign(creator, priced(cents, basis)))
  // A twelfth of 101 cents is 8.416, and three twelfths are 25.25. Rounded one by one, their sum would be 24.
  for (let n = 0; n < 3; n++) await join(person, await aCampaign(creator, priced(101, 'annual')))
  await join(person, await aCampaign(creator, { impact: { mode: 'non_monetary', unit: 'trips' } }))
  const { impact } = await dashboard(person)
  expect(impact).toMatchObject({ monthlyCents: 4 * 1_000 + 2_499 + 301 + 25, pledges: 7, waiting: 0 })
  expect(impact.steps).toEqual([{ from: dayOf(new Date()), monthlyCents: impact.monthlyCents }])
  expect(impact.plot).toBeNull()
})

test('the axis of the impact plot never shows single cents, and neither a first day nor an impact of zero is plotted', async () => {
  const creator = await aPerson()
  const [few, over] = [await aCampaign(creator, priced(3, 'monthly')), await aCampaign(creator)]
  const person = await aPerson()
  await join(person, few)
  expect((await dashboard(person)).impact.plot).toBeNull()
  await backdated(person, few, 1)
  const { plot } = (await dashboard(person)).impact
  expect(plot.amounts[0]).toEqual({ at: 100, cents: 0 })
  expect(plot.amounts.at(-1)).toEqual({ at: 0, cents: 100 })
  const other = await aPerson()
  await join(other, over)
  await call(creator, 'POST', `/campaigns/${over.id}/archive`, { body: {} })
  expect((await dashboard(other)).impact).toMatchObject({ monthlyCents: 0, steps: [{ monthlyCents: 0 }], plot: null })
})

test('only counted pledges to active campaigns have an impact, private ones included; waiting pledges are reported separately', async () => {
  const creator = await aPerson()
  const [open, hidden, over] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(creator)]
  const person = await aPerson()
  await join(person, open)
  await join(person, hidden, true)
  await join(person, over)
  await call(creator, 'POST', `/campaigns/${over.id}/archive`, { body: {} })
  expect((await dashboard(person)).impact).toMatchObject({ monthlyCents: 2 * 2_499, pledges: 2, waiting: 0 })
  const waiting = await aPerson({ isCounted: false })
  await join(waiting, open)
  const own = await dashboard(waiting)
  expect(own.impact).toMatchObject({ monthlyCents: 0, pledges: 0, waiting: 1, steps: [], plot: null })
  expect(own.pledges).toMatchObject({ total: 1, latest: [{ campaign: { id: open.id }, pledge: { state: 'unconfirmed', isPrivate: false } }] })
})

test('the impact plot rises when a pledge begins to count, falls when its campaign ends, and ends with the current amount', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const [first, second] = [await aCampaign(creator, priced(1_000, 'monthly')), await aCampaign(creator, priced(500, 'monthly'))]
  const person = await aPerson()
  for (const [campaign, days] of [
    [first, 5],
    [second, 3],
  ] as const) {
    await join(person, campaign)
    await backdated(person, campaign, days)
  }
  await call(creator, 'POST', `/campaigns/${first.id}/archive`, { body: {} })
  await store.db
    .updateTable('campaign')
    .set({ ended_on: dayOf(daysAgo(1)) })
    .where('id', '=', first.id)
    .execute()
  const { impact } = await dashboard(person)
  expect(impact.steps.map(({ monthlyCents }: { monthlyCents: number }) => monthlyCents)).toEqual([1_000, 1_000, 1_500, 1_500, 500, 500])
  expect(impact.steps[0].from).toBe(dayOf(daysAgo(5)))
  expect(impact).toMatchObject({ unit: 'day', monthlyCents: 500, pledges: 1 })
  // Recounts the values that this test changed by hand, for tests that compare all counts in this database.
  await recount(store, { check: false })
})

test('the three latest pledges have their actions, all pledges are listed in pages, and nobody sees another person’s pledges', async () => {
  const creator = await aPerson()
  const person = await aPerson()
  const joined: string[] = []
  for (let n = 0; n < 5; n++) {
    const campaign = await aCampaign(creator, { actions: [`First ${n}`, `Second ${n}`] })
    await join(person, campaign, n === 4)
    joined.unshift(campaign.id)
  }
  const { pledges } = await dashboard(person)
  expect(pledges.total).toBe(5)
  expect(pledges.latest.map(({ campaign }: { campaign: { id: string } }) => campaign.id)).toEqual(joined.slice(0, 3))
  expect(pledges.latest[0]).toMatchObject({
    campaign: {
      actions: [
        { text: 'First 4', isDone: false },
        { text: 'Second 4', isDone: false },
      ],
    },
    pledge: { state: 'counted', isPrivate: true },
  })
  const one = (await call(person, 'GET', '/me/pledges?limit=2')).body
  const two = (await call(person, 'GET', `/me/pledges?limit=3&cursor=${one.nextCursor}`)).body
  expect([...one.items, ...two.items].map(({ campaign }) => campaign.id)).toEqual(joined)
  expect(two.nextCursor).toBeNull()
  expect((await call(await aPerson(), 'GET', '/me/pledges')).body.items).toEqual([])
  expect((await call(person, 'GET', '/me/pledges?cursor=bad')).body.code).toBe('BAD_CURSOR')
})

test('recent updates are the three newest of all campaigns that the person has joined', async () => {
  const creator = await aPerson()
  const [one, two, foreign] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(creator)]
  const person = await aPerson()
  await join(person, one)
  await join(person, two)
  for (const [campaign, title] of [
    [one, 'First'],
    [one, 'Second'],
    [two, 'Third'],
    [one, 'Fourth'],
    [foreign, 'Elsewhere'],
  ] as const) {
    await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title, body: 'News.' } })
  }
  const { updates } = await dashboard(person)
  expect(updates.map(({ title }: { title: string }) => title)).toEqual(['Fourth', 'Third', 'Second'])
  expect(updates[1].campaign).toEqual({ id: two.id, slug: two.slug, title: expect.any(String) })
})

test('news are the active campaigns that the person has joined, latest change first, with the updates since the last visit', async () => {
  const creator = await aPerson()
  const [quiet, told, ended, foreign] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(creator), await aCampaign(creator)]
  const person = await aPerson()
  await join(person, told, true)
  await join(person, quiet)
  await join(person, ended)
  const update = (campaign: { id: string }, title: string) => call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title, body: 'News.' } })
  await update(told, 'Before')
  await update(foreign, 'Of another campaign')
  const since = new Date(Date.parse((await call(null, 'GET', `/campaigns/${told.id}/updates`)).body.items[0].createdAt) + 1).toISOString()
  expect((await update(told, 'After')).status).toBe(201)
  await call(creator, 'POST', `/campaigns/${ended.id}/archive`, { body: {} })

  const news = async (query = '') => (await call(person, 'GET', `/me/news${query}`)).body
  const { total, items } = await news(`?since=${encodeURIComponent(since)}`)
  expect(total).toBe(2)
  expect(items).toEqual([
    expect.objectContaining({ campaign: expect.objectContaining({ id: told.id }), updates: 1, latestUpdate: expect.objectContaining({ title: 'After' }) }),
    expect.objectContaining({ campaign: expect.objectContaining({ id: quiet.id }), updates: 0, latestUpdate: null }),
  ])
  expect(items[0].count.supporters).toBe(2)
  // Without an earlier visit, nothing is new.
  expect((await news()).items[0]).toMatchObject({ updates: 0, latestUpdate: { title: 'After' } })
  expect((await call(null, 'GET', '/me/news')).status).toBe(401)
  expect((await call(person, 'GET', '/me/news?since=yesterday')).status).toBe(400)
})

test('a campaign that a moderator hid is missing from list, total and amounts of the dashboard until it is restored', async () => {
  const [person, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const [kept, hidden] = [await aCampaign(await aPerson(), priced(1_000, 'monthly')), await aCampaign(await aPerson(), priced(500, 'monthly'))]
  for (const campaign of [kept, hidden]) await join(person, campaign)
  const decide = (state: string) => call(moderator, 'PUT', `/campaigns/${hidden.id}/moderation`, { body: { state, reason: 'It is under review.' } })
  await decide('hidden')
  expect(await dashboard(person)).toMatchObject({
    impact: { monthlyCents: 1_000, pledges: 1 },
    pledges: { total: 1, latest: [{ campaign: { id: kept.id } }] },
  })
  await decide('visible')
  expect(await dashboard(person)).toMatchObject({ impact: { monthlyCents: 1_500, pledges: 2 }, pledges: { total: 2 } })
})
