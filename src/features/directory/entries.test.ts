import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { differences, recount } from '#main/operations/recount.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { refreshSummaries } from './server/jobs.ts'

const join = async (who: Person, { id }: { id: string }) =>
  expect((await call(who, 'PUT', `/campaigns/${id}/pledge`, { body: { isPrivate: false } })).status).toBe(200)
const refresh = async () => refreshSummaries((await theSite()).store.db)
/** Unique names, so that other tests have no data under them. */
const names = () => {
  const own = randomUUID().slice(0, 8)
  return { target: `Target ${own}`, industry: `Industry ${own}`, cause: `Cause ${own}` }
}
type Names = ReturnType<typeof names>
const about = (n: Names, more: Record<string, unknown> = {}) => ({
  target: { name: n.target, industry: { name: n.industry } },
  causes: [{ name: n.cause }],
  ...more,
})
const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const places = (n: Names) => [`targets/${slug(n.target)}`, `industries/${slug(n.industry)}`, `causes/${slug(n.cause)}`] as const
const read = async (place: string, part: string, who: Person | null = null) => (await call(who, 'GET', `/subjects/${place}/${part}`)).body

test('alternatives are the most frequent ones regardless of case, with the most frequent address, on all three kinds of pages', async () => {
  const n = names()
  const given = [
    [{ name: 'Tap Water', url: 'https://tap.example' }, { name: 'Rain' }],
    [{ name: 'tap water', url: 'https://tap.example' }, { name: 'Well' }],
    [{ name: 'Tap Water ', url: 'https://other.example' }],
  ]
  for (const alternatives of given) await aCampaign(await aPerson(), about(n, { alternatives }))
  await aCampaign(await aPerson(), about(n, { alternatives: [{ name: 'Secret of a draft' }], publish: false }))
  await refresh()
  for (const place of places(n)) {
    const { alternatives } = await read(place, 'around')
    expect(alternatives).toEqual([
      { name: 'Tap Water', url: 'https://tap.example', campaigns: 3 },
      { name: 'Rain', url: null, campaigns: 1 },
      { name: 'Well', url: null, campaigns: 1 },
    ])
  }
})

test('a target shows at most five alternatives and three causes, an industry five causes', async () => {
  const n = names()
  const causes = Array.from({ length: 6 }, (_, at) => ({ name: `${n.cause} ${at}` }))
  const alternatives = Array.from({ length: 7 }, (_, at) => ({ name: `Other ${at}` }))
  await aCampaign(await aPerson(), { ...about(n), causes, alternatives })
  await refresh()
  const [target, industry] = [await read(`targets/${slug(n.target)}`, 'around'), await read(`industries/${slug(n.industry)}`, 'around')]
  expect([target.alternatives.length, target.causes.length, industry.causes.length]).toEqual([5, 3, 5])
  expect(industry.causes[0]).toEqual({ slug: slug(causes[0]?.name ?? ''), name: causes[0]?.name, campaigns: 1 })
})

test('a cause lists its industries and the targets with most campaigns for it; an industry lists its targets by impact', async () => {
  const [n, other] = [names(), names()]
  const first = await aCampaign(await aPerson(), about(n))
  await aCampaign(await aPerson(), about(n))
  await aCampaign(await aPerson(), { ...about(n), target: { name: other.target, industry: { name: n.industry } } })
  await join(await aPerson(), first)
  await refresh()
  const cause = await read(`causes/${slug(n.cause)}`, 'around')
  expect(cause.industries).toEqual([{ slug: slug(n.industry), name: n.industry, campaigns: 3 }])
  expect(cause.targets.map((target: { name: string }) => target.name)).toEqual([n.target, other.target])
  expect(cause.causes).toEqual([])
})

test('a changed campaign is listed on its old and new entries as it is now, and an ended one on none', async () => {
  const [n, next] = [names(), names()]
  const creator = await aPerson()
  const campaign = await aCampaign(creator, about(n, { alternatives: [{ name: 'Before' }] }))
  await refresh()
  const change = (body: Record<string, unknown>) => call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body })
  expect((await change({ ...about(next), alternatives: [{ name: 'After' }] })).status).toBe(200)
  await refresh()
  for (const place of places(n)) expect(await until(async () => (await read(place, 'around')).alternatives.length === 0)).toBe(true)
  for (const place of places(next)) expect((await read(place, 'around')).alternatives).toMatchObject([{ name: 'After' }])
  expect((await change({ alternatives: [{ name: 'Later' }] })).status).toBe(200)
  await refresh()
  for (const place of places(next)) expect(await until(async () => (await read(place, 'around')).alternatives[0]?.name === 'Later')).toBe(true)
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  await refresh()
  for (const place of places(next)) expect(await until(async () => (await read(place, 'around')).alternatives.length === 0)).toBe(true)
})

test('the feed has pledges as numbers, updates, and comments by person and hour, newest first, and no removed comment', async () => {
  const n = names()
  const creator = await aPerson()
  const campaign = await aCampaign(creator, about(n))
  const member = await aPerson()
  await join(member, campaign)
  const update = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title: 'News', body: 'They answered.' } })
  expect(update.status).toBe(201)
  const comments: string[] = []
  for (let at = 0; at < 7; at++) {
    const { body, status } = await call(member, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: `Comment ${at}` } })
    expect(status).toBe(201)
    comments.push(body.id)
  }
  await refresh()
  await call(member, 'DELETE', `/comments/${comments[6]}`)
  for (const place of places(n)) {
    const { items } = await read(place, 'activity')
    const of = (type: string) => items.filter((item: { type: string }) => item.type === type)
    // The test may run over the end of an hour.
    const [latest, ...earlier] = of('comment')
    expect(latest).toMatchObject({ id: comments[5], author: { id: member.id } })
    expect(earlier.reduce((sum: number, item: { comments: number }) => sum + item.comments, latest.comments)).toBe(6)
    expect(earlier.length).toBeLessThan(2)
    expect(of('update')).toMatchObject([{ id: update.body.id, title: 'News', campaign: { slug: campaign.slug }, author: { name: 'Test P.' } }])
    expect(of('pledges')).toEqual([expect.objectContaining({ people: 2, campaign: expect.objectContaining({ slug: campaign.slug }) })])
    expect(Object.keys(of('pledges')[0]).sort()).toEqual(['at', 'campaign', 'day', 'people', 'type'])
    const times = items.map(({ at }: { at: string }) => Date.parse(at))
    expect(times).toEqual([...times].sort((one, other) => other - one))
  }
})

test('the feed contains events of the last three days only', async () => {
  const { store } = await theSite()
  const n = names()
  const creator = await aPerson()
  const campaign = await aCampaign(creator, about(n))
  const old = new Date(Date.now() - 3 * 86_400_000 - 60_000)
  await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title: 'Old', body: 'Long ago.' } })
  await store.db.updateTable('campaign_update').set({ created_at: old }).where('campaign_id', '=', campaign.id).execute()
  await refresh()
  const { items } = await read(`targets/${slug(n.target)}`, 'activity')
  expect(items.map((item: { type: string }) => item.type)).toEqual(['pledges'])
})

test('growth ends with the current supporters, and is plotted from five people on', async () => {
  const n = names()
  const campaign = await aCampaign(await aPerson(), about(n))
  const grownTo = (place: Parameters<typeof read>[0], supporters: number) =>
    until(async () => {
      const grown = await read(place, 'supporters')
      return grown.steps.at(-1)?.supporters === supporters && grown
    })
  for (let people = 2; people <= 4; people++) await join(await aPerson(), campaign)
  for (const place of places(n)) expect(await grownTo(place, 4)).toMatchObject({ plot: null })
  await join(await aPerson(), campaign)
  for (const place of places(n)) {
    const growth = await grownTo(place, 5)
    expect(growth.steps.at(-1)).toMatchObject({ added: 5, supporters: 5 })
    expect(growth.plot.line).toMatch(/^M/)
  }
})

test('an unknown entry has no data, whatever its slug looks like', async () => {
  const odd = ['nobody', '%25', '_', 'a'.repeat(201), '%F0%9F%8D%9E', '%D8%B9', "'", '%00']
  for (const each of odd) {
    for (const part of ['around', 'activity', 'supporters']) {
      for (const kind of ['targets', 'industries', 'causes'])
        expect([400, 404]).toContain((await call(null, 'GET', `/subjects/${kind}/${each}/${part}`)).status)
    }
  }
  expect((await call(null, 'GET', '/subjects/people/nobody/around')).status).toBe(400)
})

test('a recount reports no difference in correct entry summaries, and repairs damaged ones', async () => {
  const { store } = await theSite()
  const n = names()
  await aCampaign(await aPerson(), about(n))
  await refresh()
  const idOf = async (table: 'target' | 'industry' | 'cause') =>
    (await store.db.selectFrom(table).select('id').where('name', '=', n[table]).executeTakeFirstOrThrow()).id
  const id = await idOf('target')
  const ids = [id, await idOf('industry'), await idOf('cause')]
  const ofDigests = async () => (await differences(store)).filter((line) => ids.some((each) => line.startsWith(`summary ${each}`)))
  expect(await ofDigests()).toEqual([])
  await store.db.updateTable('entry_summary').set({ alternatives: '[]', causes: '[]' }).where('subject_id', '=', id).execute()
  expect(await ofDigests()).toEqual([`summary ${id}: its alternatives do not match its campaigns`, `summary ${id}: its causes do not match its campaigns`])
  await recount(store, { check: false })
  expect(await ofDigests()).toEqual([])
})
