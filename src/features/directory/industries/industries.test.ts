import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshEntryRanks } from '#features/pledges/tallies/server/public.ts'
import { countsSettled } from '#tests/support/content-hash.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

// These tests read whole lists. On a site that other tests use, a list could have thousands of pages.
ownSite()

const spending = (spendCents: number) => ({ mode: 'monetary', productService: 'Coffee', spendCents, durationBasis: 'annual' })
const get = async (path: string) => (await call(null, 'GET', path)).body
type Item = { slug: string; name: string; numbers: { campaigns: number; supporters: number; yearlyCents: number; trendingScore: number } }

/** Creates industries and causes with the same names and numbers, so that both lists must have the same order. */
async function world(mark: string): Promise<void> {
  const { store } = await theSite()
  const start = async (name: string, options: { spend: number; supporters: number; target: string }) => {
    const target = { name: `${options.target} ${mark}`, industry: { name: `${name} ${mark}` } }
    const campaign = await aCampaign(await aPerson(), { target, causes: [{ name: `${name} ${mark}` }], impact: spending(options.spend) })
    for (let n = 1; n < options.supporters; n++) await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  }
  for (let n = 0; n < 3; n++) await start('Alike', { spend: 100, supporters: 1, target: 'Alpha' })
  await start('Busy', { spend: 200, supporters: 6, target: 'Beta' })
  await start('Costly', { spend: 5_000_000, supporters: 1, target: 'Gamma' })
  await start('Costly', { spend: 5_000_000, supporters: 1, target: 'Delta' })
  for (const table of ['industry', 'cause'] as const)
    await store.db
      .insertInto(table)
      .values({ id: uuidv7(), slug: uuidv7(), name: `Drowsy ${mark}`, description: 'Nothing yet.' })
      .execute()
  const { id } = await store.db.selectFrom('industry').select('id').where('name', '=', `Busy ${mark}`).executeTakeFirstOrThrow()
  await until(async () => (await store.db.selectFrom('tally').select('supporters').where('subject_id', '=', id).executeTakeFirst())?.supporters === 6)
  await until(async () => (await get('/stats')).supporters >= 11)
  await countsSettled(store)
}

test.each(['industries', 'causes'])(
  '%s: listed by name, active ones only, and by trend, impact and campaigns, in pages without duplicates or gaps',
  async (kind) => {
    const { store } = await theSite()
    const mark = uuidv7().slice(-8)
    await world(mark)
    const whole = async (query: string, limit: number) => {
      const all: Item[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { items: Item[]; nextCursor: string | null } = await get(`/${kind}?${query}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
        all.push(...page.items)
        cursor = page.nextCursor
      }
      return all.filter(({ name }) => name.endsWith(mark)).map(({ name }) => name.split(' ')[0])
    }
    // The refresh skips rows that the site's own job has locked, so it is repeated.
    await until(async () => {
      await refreshRanks(store.db)
      await refreshEntryRanks(store.db)
      const firsts = [await whole('sort=trending&active=1', 100), await whole('sort=impact', 100)].map(([first]) => first)
      return firsts.join() === 'Busy,Costly'
    })
    for (const limit of [3, 100]) {
      expect(await whole('sort=az', limit)).toEqual(['Alike', 'Busy', 'Costly', 'Drowsy'])
      expect(await whole('sort=az&active=true', limit)).toEqual(['Alike', 'Busy', 'Costly'])
      expect(await whole('sort=trending&active=1', limit)).toEqual(['Busy', 'Alike', 'Costly'])
      expect(await whole('active=false', limit)).toEqual(['Busy', 'Alike', 'Costly', 'Drowsy'])
      expect(await whole('sort=impact', limit)).toEqual(['Costly', 'Busy', 'Alike', 'Drowsy'])
      expect(await whole('sort=campaigns', limit)).toEqual(['Alike', 'Costly', 'Busy', 'Drowsy'])
    }
  },
)

test.each(['industries', 'causes'])('%s: a detail page has the same numbers as the list, and an unknown slug is not found', async (kind) => {
  const mark = uuidv7().slice(-8)
  await world(mark)
  const busy = (await get(`/${kind}?sort=az&limit=100`)).items.find(({ name }: Item) => name === `Busy ${mark}`)
  // The score decays between two reads and is refreshed by a job.
  const { trendingScore: _fades, ...numbers } = busy.numbers
  expect(numbers).toMatchObject({ campaigns: 1, supporters: 6, yearlyCents: 6 * 200 })
  expect(await call(null, 'GET', `/${kind}/${busy.slug}`)).toMatchObject({ status: 200, body: { ...busy, numbers } })
  expect(await call(null, 'GET', `/${kind}/no-such-thing`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const query of ['sort=az&active=maybe', 'sort=supporters', 'cursor=x', 'limit=1000'])
    expect((await call(null, 'GET', `/${kind}?${query}`)).status).toBe(400)
})

test('an industry lists three targets even if they have no supporters', async () => {
  const { store } = await theSite()
  const mark = uuidv7().slice(-8)
  const industry = { id: uuidv7(), slug: `quiet-${mark}`, name: `Quiet ${mark}` }
  await store.db.insertInto('industry').values(industry).execute()
  for (let n = 0; n < 4; n++)
    await store.db
      .insertInto('target')
      .values({ id: uuidv7(), slug: uuidv7(), name: `Idle ${n} ${mark}`, industry_id: industry.id })
      .execute()
  const top = await until(async () => {
    await refreshEntryRanks(store.db)
    const { topTargets } = await get(`/industries/${industry.slug}`)
    return topTargets.length > 0 && topTargets
  })
  expect(top.map(({ supporters }: { supporters: number }) => supporters)).toEqual([0, 0, 0])
})

test('an industry lists its three targets with the most supporters', async () => {
  const { store } = await theSite()
  const mark = uuidv7().slice(-8)
  const industry = { id: uuidv7(), slug: `crowded-${mark}`, name: `Crowded ${mark}` }
  await store.db.insertInto('industry').values(industry).execute()
  for (const [supporters, name] of [
    [2, 'Second'],
    [1, 'Third'],
    [3, 'First'],
  ] as const) {
    const campaign = await aCampaign(await aPerson(), { target: { name: `${name} ${mark}`, industry: { id: industry.id } } })
    for (let n = 1; n < supporters; n++) await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  }
  for (let n = 0; n < 3; n++)
    await store.db
      .insertInto('target')
      .values({ id: uuidv7(), slug: uuidv7(), name: `Idle ${n} ${mark}`, industry_id: industry.id })
      .execute()
  await until(async () => (await get(`/industries/${industry.slug}`)).numbers.supporters === 6)
  const topTargets = await until(async () => {
    await refreshEntryRanks(store.db)
    const { topTargets: top } = await get(`/industries/${industry.slug}`)
    return top.map(({ supporters }: { supporters: number }) => supporters).join() === '3,2,1' && top
  })
  expect(topTargets).toMatchObject([
    { name: `First ${mark}`, supporters: 3 },
    { name: `Second ${mark}`, supporters: 2 },
    { name: `Third ${mark}`, supporters: 1 },
  ])
  expect(Object.keys(topTargets[0]).sort()).toEqual(['logoUrl', 'name', 'slug', 'supporters'])
})
