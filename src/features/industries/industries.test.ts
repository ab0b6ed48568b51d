import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshSubjectRanks } from '#features/live-stats/server/public.ts'
import { countsSettled } from '#tests/support/digest.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

// Whole lists are read: with what other tests made they would be thousands of pages.
ownSite()

const spending = (spendCents: number) => ({ mode: 'monetary', productService: 'Coffee', spendCents, durationBasis: 'annual' })
const get = async (path: string) => (await call(null, 'GET', path)).body
type Item = { slug: string; name: string; numbers: { campaigns: number; supporters: number; yearlyCents: number; trendingScore: number } }

/** Industry and cause with campaigns and supporters as given; both lists tell the same story. */
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
  '%s: all by name, the active ones, and by trend, impact and campaigns, page by page without doubles or holes',
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
    // Rows that the site's own job holds are passed over: then once more.
    await until(async () => {
      await refreshRanks(store.db)
      await refreshSubjectRanks(store.db)
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

test.each(['industries', 'causes'])('%s: one by its slug has the numbers that the list has, and no other is found', async (kind) => {
  const mark = uuidv7().slice(-8)
  await world(mark)
  const busy = (await get(`/${kind}?sort=az&limit=100`)).items.find(({ name }: Item) => name === `Busy ${mark}`)
  // The score fades while one looks, and is put in order by a job.
  const { trendingScore: _fades, ...numbers } = busy.numbers
  expect(numbers).toMatchObject({ campaigns: 1, supporters: 6, yearlyCents: 6 * 200 })
  expect(await call(null, 'GET', `/${kind}/${busy.slug}`)).toMatchObject({ status: 200, body: { ...busy, numbers } })
  expect(await call(null, 'GET', `/${kind}/no-such-thing`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const query of ['sort=az&active=maybe', 'sort=supporters', 'cursor=x', 'limit=1000'])
    expect((await call(null, 'GET', `/${kind}?${query}`)).status).toBe(400)
})

test('an industry names its three targets with the most supporters', async () => {
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
    await refreshSubjectRanks(store.db)
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
