import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { csvOf } from '#platform/csv.ts'
import { dayNamed, dayNumber, nextStart, startOf, unitBetween } from '#platform/time-steps.ts'
import { aConfirmingToken, postAuth } from '#tests/support/accounts.ts'
import { movePublishing } from '#tests/support/campaigns.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'
import { stepsBetween } from './policy.ts'
import { drawPlot } from './server/draw-plot.ts'

const today = () => new Date().toISOString().slice(0, 10)

test('a campaign’s growth is its counted pledges per day from the first day to today, and is plotted from five supporters on', async () => {
  const campaign = await aCampaign(await aPerson())
  const join = async (...joiners: Awaited<ReturnType<typeof aPerson>>[]) => {
    for (const joiner of joiners) await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  }
  await join(await aPerson(), await aPerson({ isCounted: false }), await aPerson(), await aPerson())
  const few = await aCampaign(await aPerson())
  expect((await call(null, 'GET', `/campaigns/${few.id}/supporters`)).body.plot).toBe(null)
  await join(await aPerson())
  await backdate(campaign.id, { publishedDaysAgo: 3 })
  const { status, body } = await call(null, 'GET', `/campaigns/${campaign.id}/supporters`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ unit: 'day', plot: { counts: expect.any(Array), days: expect.any(Array) } })
  expect(body.steps.map(({ added, supporters }: Record<string, number>) => [added, supporters])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [5, 5],
  ])
  expect(body.steps.at(-1).from).toBe(today())
})

test('a pledge counts on the day its address is confirmed, also after the campaign has ended', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const late = await aPerson({ isCounted: false })
  await call(late, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  const token = await aConfirmingToken(late)
  expect((await postAuth('verify-email', { token }, late)).status).toBe(200)
  const { body } = await call(null, 'GET', `/campaigns/${campaign.id}/supporters`)
  expect(body.steps.at(-1)).toEqual({ from: today(), added: 2, supporters: 2 })
  expect((await recount(store, { check: true })).lines.filter((line) => line.includes(campaign.slug))).toEqual([])
})

test('a recount finds and repairs wrong, surplus and missing days', async () => {
  const { store } = await theSite()
  const [one, two] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  await store.db.updateTable('campaign_day').set({ counted: 7 }).where('campaign_id', '=', one.id).execute()
  await store.db.deleteFrom('campaign_day').where('campaign_id', '=', two.id).execute()
  await store.db.insertInto('campaign_day').values({ campaign_id: two.id, day: '2020-01-01', counted: 4 }).execute()
  const { lines } = await recount(store, { check: true })
  expect(lines).toContain(`campaign ${one.slug}: 1 day of its growth is wrong, first ${today()}`)
  expect(lines).toContain(`campaign ${two.slug}: 2 days of its growth are wrong, first 2020-01-01`)
  await recount(store, { check: false })
  const after = (await recount(store, { check: true })).lines
  expect(after.filter((line) => line.includes(one.slug) || line.includes(two.slug))).toEqual([])
  const { body } = await call(null, 'GET', `/campaigns/${two.id}/supporters`)
  expect(body.steps).toEqual([{ from: today(), added: 1, supporters: 1 }])
})

test('the CSV file has every day with its total and estimate; a draft has none', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  await backdate(campaign.id, { publishedDaysAgo: 1 })
  const response = await file(campaign.id)
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${campaign.slug}-supporters.csv"`)
  const yesterday = dayNamed(dayNumber(today()) - 1)
  expect(await response.text()).toBe(
    `day,campaign_growth_added,campaign_growth_total,estimated_impact_cents\r\n${yesterday},0,0,0\r\n${today()},1,1,${2_499 * 12}\r\n`,
  )
  const draft = await aCampaign(creator, { publish: false })
  for (const end of ['supporters', 'supporters.csv']) {
    const absent = await call(null, 'GET', `/campaigns/00000000-0000-7000-8000-000000000000/${end}`)
    expect(await call(await aPerson(), 'GET', `/campaigns/${draft.id}/${end}`)).toMatchObject({ status: 404, body: absent.body })
  }
  expect((await call(creator, 'GET', `/campaigns/${draft.id}/supporters`)).body).toEqual({ unit: 'day', steps: [], plot: null })
})

test('a CSV cell with commas, quotes or a formula stays one text cell', () => {
  expect(csvOf([['a,b', 'say "so"', '=1+1', '-2', 3, 4n]])).toBe('"a,b","say ""so""",\'=1+1,\'-2,3,4\r\n')
})

const someDay = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2035-12-31') }).map(dayNamed)
const aLife = fc.record({ first: someDay, days: fc.nat(4_000), joins: fc.array(fc.record({ after: fc.nat(4_000), added: fc.integer({ min: 1, max: 1e9 }) })) })

test('the growth of any campaign has a limited number of steps without gaps, which include every supporter', () => {
  fc.assert(
    fc.property(aLife, ({ first, days, joins }) => {
      const { unit, steps } = grown({ first, days, joins })
      expect(steps.length).toBeLessThanOrEqual(unit === 'month' ? 140 : 94)
      expect(steps.at(-1)?.supporters).toBe(joinsInLife({ days, joins }).reduce((sum, { added }) => sum + added, 0))
      steps.forEach(({ from, added, supporters }, at) => {
        expect(startOf(unit, from)).toBe(from)
        expect(supporters).toBe((steps[at - 1]?.supporters ?? 0) + added)
        if (at > 0) expect(from).toBe(nextStart(unit, steps[at - 1]?.from ?? ''))
      })
    }),
    { numRuns: 200 },
  )
})

test('the plotted line only rises and moves forward, and stays inside its box with its marks', () => {
  fc.assert(
    fc.property(aLife, (life) => {
      const plot = drawPlot(grown(life))
      if (joinsInLife(life).reduce((sum, { added }) => sum + added, 0) < 5) {
        expect(plot).toBeNull()
        return
      }
      const points = [...(plot?.line ?? '').matchAll(/[ML]([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      expect(points.length).toBeGreaterThan(1)
      expect(points[0]).toEqual([0, 400])
      expect(points.at(-1)?.[0]).toBe(1_000)
      points.forEach(([x, y], at) => {
        const [beforeX, beforeY] = points[at - 1] ?? [0, 400]
        expect(x >= beforeX && y <= beforeY && x <= 1_000 && y >= 0).toBe(true)
        expect(x === beforeX || y === beforeY, 'a slope').toBe(true)
      })
      expect(plot?.line.replace(/[ML\d.,-]/g, '')).toBe('')
      for (const { at } of [...(plot?.days ?? []), ...(plot?.counts ?? [])]) expect(at >= 0 && at <= 100).toBe(true)
      expect(plot?.counts.length).toBeGreaterThan(0)
      expect(plot?.days.length).toBeGreaterThan(0)
      expect(new Set(plot?.days.map(({ day }) => day)).size).toBe(plot?.days.length)
    }),
    { numRuns: 200 },
  )
})

type Life = { first: string; days: number; joins: { after: number; added: number }[] }

const joinsInLife = ({ days, joins }: Omit<Life, 'first'>) => joins.filter(({ after }) => after <= days)

function grown({ first, days, joins }: Life) {
  const last = dayNamed(dayNumber(first) + days)
  const unit = unitBetween(first, last)
  const by = new Map<string, number>()
  for (const { after, added } of joinsInLife({ days, joins })) {
    const from = startOf(unit, dayNamed(dayNumber(first) + after))
    by.set(from, (by.get(from) ?? 0) + added)
  }
  const added = [...by].map(([from, n]) => ({ from, added: n })).sort((one, other) => (one.from < other.from ? -1 : 1))
  return { unit, steps: stepsBetween({ unit, first, last, added }) }
}

async function backdate(id: string, { publishedDaysAgo }: { publishedDaysAgo: number }): Promise<void> {
  const { store } = await theSite()
  await movePublishing(store.db, [id], sql`now() - make_interval(days => ${publishedDaysAgo})`)
}

async function file(id: string): Promise<Response> {
  const { origin } = await theSite()
  return fetch(`${origin}/api/v1/campaigns/${id}/supporters.csv`)
}
