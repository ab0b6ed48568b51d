import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyTallyChange } from '#features/pledges/tallies/server/retally.ts'
import { aCompany, makeRepresentative } from '#tests/support/companies.ts'
import { anEntry, type TestEntry as Entry, type EntryTable as Table } from '#tests/support/entries.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { contradictionsIn } from '#tests/support/recount.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

ownSite()

let creator: Person
let moderator: Person
beforeAll(async () => {
  ;[creator, moderator] = await Promise.all([aPerson(), aPerson({ role: 'moderator' })])
})

const kinds = { target: 'targets', industry: 'industries', cause: 'causes' } as const

const reason = 'They are one company.'
const merge = (who: Person | null, from: Entry, into: string) => call(who, 'POST', `/moderation/entries/${from.id}/merge`, { body: { into, reason } })
const undo = (who: Person | null, id: string) => call(who, 'POST', `/moderation/entry-merges/${id}/undo`, { body: { reason } })
const join = async (campaign: { id: string }) => call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
const numbers = async (table: Table, { slug }: Entry) => (await done(null, 'GET', `/${kinds[table]}/${slug}`)).numbers
const aboutTarget = async ({ slug }: Entry) => (await done(null, 'GET', `/campaigns?target=${slug}`)).items.map(({ id }: Entry) => id)

/** Two entries, each with a campaign and a draft; one has a supporter more. */
async function twoUsed(table: Table) {
  const [one, two] = [await anEntry(table), await anEntry(table)]
  const use = async (entry: Entry, publish: boolean) => {
    if (table === 'cause') return aCampaign(creator, { causes: [{ id: entry.id }], publish })
    if (table === 'target') return aCampaign(creator, { target: { id: entry.id }, publish })
    const within = publish ? { id: (await anEntry('target', { industry_id: entry.id })).id } : { name: `New ${uuidv7()}`, industry: { id: entry.id } }
    return aCampaign(creator, { target: within, publish })
  }
  const campaigns = [await use(one, true), await use(two, true)] as const
  const drafts = [await use(one, false), await use(two, false)] as const
  await join(campaigns[0])
  return { one, two, campaigns, drafts }
}

/** Applies all changes of counts that wait. */
async function settled() {
  const { store } = await theSite()
  await until(async () => {
    while (await applyTallyChange(store.db));
    const { rows } = await store.pool.query('select (select count(*) from pledge_log) + (select count(*) from tally_change) as waiting')
    return Number(rows[0].waiting) === 0
  })
}

afterAll(async () => {
  await settled()
  const { store, config } = await theSite()
  expect((await contradictionsIn(store.pool, `${config.dataDir}/media`)).filter((line) => !/^the same \w+ twice/.test(line))).toEqual([])
})

test.each(['target', 'industry', 'cause'] as const)(
  'a merged %s: campaigns and drafts move, counts are exact, its address and name lead to the other',
  async (table) => {
    const { one, two, drafts } = await twoUsed(table)
    await settled()
    const { campaigns, supporters } = await numbers(table, two)
    expect((await merge(moderator, one, `https://holdout.test/${kinds[table]}/${two.slug}`)).status).toBe(200)
    await settled()
    expect(await numbers(table, two)).toMatchObject({ campaigns: campaigns + 1, supporters: supporters + 1 })
    expect(await done(null, 'GET', `/${kinds[table]}/${one.slug}`)).toMatchObject({ id: two.id, slug: two.slug })
    expect((await done(null, 'GET', `/subjects/${kinds[table]}/named?name=${encodeURIComponent(one.name)}`)).entry.id).toBe(two.id)
    expect((await call(creator, 'POST', `/campaigns/${drafts[0].id}/publish`)).status).toBe(200)
    await settled()
    expect((await numbers(table, two)).campaigns).toBe(campaigns + 2)
    const log = await (await theSite()).store.db.selectFrom('recorded_act').select(['action', 'actor_id', 'reason']).where('subject_id', '=', one.id).execute()
    expect(log).toEqual([{ action: 'entries.merge', actor_id: moderator.id, reason }])
  },
)

test('a merged target is in no list, its old name finds the other in the search, and new campaigns by its name or id are about the other', async () => {
  const { one, two, campaigns } = await twoUsed('target')
  await merge(moderator, one, two.id)
  const search = encodeURIComponent(one.name)
  expect((await done(null, 'GET', `/targets?search=${search}`)).items.map(({ id }: Entry) => id)).toEqual([two.id])
  expect((await done(null, 'GET', `/search?kind=targets&q=${search}`)).items.map(({ id }: Entry) => id)).toEqual([two.id])
  expect((await done(null, 'GET', `/search?q=${search}`)).items.map(({ id }: Entry) => id).sort()).toEqual([campaigns[0].id, campaigns[1].id].sort())
  const byName = await aCampaign(creator, { target: { name: one.name.toUpperCase() } })
  const byId = await aCampaign(creator, { target: { id: one.id } })
  const all = [campaigns[0].id, campaigns[1].id, byName.id, byId.id].sort()
  for (const entry of [one, two]) expect((await aboutTarget(entry)).sort()).toEqual(all)
})

test.each(['target', 'industry', 'cause'] as const)('undoing the merge of a %s restores exactly what it moved', async (table) => {
  const { one, two } = await twoUsed(table)
  await settled()
  const before = [await numbers(table, one), await numbers(table, two)]
  const { body } = await merge(moderator, one, two.slug)
  expect((await done(moderator, 'GET', '/moderation/entry-merges')).items[0]).toMatchObject({ id: body.id, from: one.name, into: { slug: two.slug } })
  expect((await undo(moderator, body.id)).status).toBe(200)
  await settled()
  const still = ({ campaigns, supporters }: { campaigns: number; supporters: number }) => ({ campaigns, supporters })
  expect([await numbers(table, one), await numbers(table, two)].map(still)).toEqual(before.map(still))
  expect(await done(null, 'GET', `/${kinds[table]}/${one.slug}`)).toMatchObject({ id: one.id })
  expect((await undo(moderator, body.id)).status).toBe(404)
})

test('an undo leaves what was changed since, and new campaigns about the other target', async () => {
  const { one, two, campaigns } = await twoUsed('target')
  const third = await anEntry('target')
  const changed = await aCampaign(creator, { target: { id: one.id } })
  const { body } = await merge(moderator, one, two.slug)
  const later = await aCampaign(creator, { target: { id: one.id } })
  expect((await call(creator, 'PATCH', `/campaigns/${changed.id}`, { body: { target: { id: third.id } } })).status).toBe(200)
  await undo(moderator, body.id)
  expect(await aboutTarget(one)).toEqual([campaigns[0].id])
  expect((await aboutTarget(two)).sort()).toEqual([campaigns[1].id, later.id].sort())
  expect(await aboutTarget(third)).toEqual([changed.id])
})

test('a campaign that named both causes keeps one, and has both again after an undo', async () => {
  const [one, two] = [await anEntry('cause'), await anEntry('cause')]
  const { slug } = await aCampaign(creator, { causes: [{ id: one.id }, { id: two.id }] })
  const causes = async () => (await done(null, 'GET', `/campaigns/${slug}`)).causes.map((cause: Entry) => cause.slug).sort()
  const { body } = await merge(moderator, one, two.slug)
  expect(await causes()).toEqual([two.slug])
  await undo(moderator, body.id)
  expect(await causes()).toEqual([one.slug, two.slug].sort())
})

test('after a second merge all old addresses lead to the last one, and undoing it restores the first', async () => {
  const [one, two, three] = [await anEntry('target'), await anEntry('target'), await anEntry('target')]
  const campaign = await aCampaign(creator, { target: { id: one.id } })
  await merge(moderator, one, two.slug)
  const { body } = await merge(moderator, two, three.slug)
  for (const { slug } of [one, two]) expect(await done(null, 'GET', `/targets/${slug}`)).toMatchObject({ id: three.id })
  await undo(moderator, body.id)
  expect(await done(null, 'GET', `/targets/${one.slug}`)).toMatchObject({ id: two.id })
  expect(await aboutTarget(two)).toEqual([campaign.id])
})

test('after 90 days a merge stays', async () => {
  const [one, two] = [await anEntry('target'), await anEntry('target')]
  const { body } = await merge(moderator, one, two.slug)
  const { db } = (await theSite()).store
  await db
    .updateTable('entry_merge')
    .set({ merged_at: new Date(Date.now() - 91 * 86_400_000) })
    .where('id', '=', body.id)
    .execute()
  const { status, body: refused } = await undo(moderator, body.id)
  expect([status, refused.code]).toEqual([409, 'MERGE_OVER'])
})

test('campaigns that are published about a target while it is merged end up with the other, each once', async () => {
  const [one, two] = [await anEntry('target'), await anEntry('target')]
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson()))
  const published = people.map((person, place) => aCampaign(person, { target: place % 2 ? { id: one.id } : { name: one.name } }))
  const merged = await merge(moderator, one, two.slug)
  expect(merged.status).toBe(200)
  const ids = (await Promise.all(published)).map(({ id }) => id)
  expect((await aboutTarget(two)).sort()).toEqual(ids.sort())
  await settled()
  expect(await numbers('target', two)).toMatchObject({ campaigns: 12 })
})

test('a company that somebody speaks for is not merged into another; the other may be merged into it', async () => {
  const [company, other] = [await aCompany(), await anEntry('target')]
  await makeRepresentative(await aPerson(), company)
  const { status, body } = await merge(moderator, { ...company, name: '' }, other.slug)
  expect([status, body.code]).toEqual([409, 'ENTRY_ANSWERS'])
  expect((await merge(moderator, other, company.slug)).status).toBe(200)
})

test('of two companies that both take part, the one whose claims are declined is merged; if both were asked, none is', async () => {
  const [one, two] = [await aCompany(), await aCompany()]
  const claim = await makeRepresentative(await aPerson(), one)
  await makeRepresentative(await aPerson(), two)
  const outcome = async (from: typeof one, into: typeof one) => (await merge(moderator, { ...from, name: '' }, into.slug)).body.code ?? 'merged'
  expect([await outcome(one, two), await outcome(two, one)]).toEqual(['ENTRY_BOTH_SPEAK', 'ENTRY_BOTH_SPEAK'])
  const campaigns = { one: await aCampaign(creator, { target: { id: one.id } }), two: await aCampaign(creator, { target: { id: two.id } }) }
  const { db } = (await theSite()).store
  const request = (campaignId: string, targetId: string) => ({
    id: uuidv7(),
    campaign_id: campaignId,
    target_id: targetId,
    requested_by: creator.id,
    domain: 'flickermoor.example',
  })
  await db.insertInto('company_request').values(request(campaigns.two.id, two.id)).execute()
  expect(await outcome(one, two)).toBe('ENTRY_BOTH_SPEAK')
  const decline = () => call(moderator, 'POST', `/moderation/representatives/${claim}/decision`, { body: { outcome: 'declined', reason: 'The same company.' } })
  expect((await decline()).status).toBe(200)
  expect(await outcome(one, two)).toBe('merged')

  const [third, fourth] = [await aCompany(), await aCompany()]
  for (const { id } of [third, fourth])
    await db
      .insertInto('company_request')
      .values(request((await aCampaign(creator, { target: { id } })).id, id))
      .execute()
  expect(await outcome(third, fourth)).toBe('ENTRY_BOTH_ANSWERED')
})

test('an entry is merged only into another one of its kind that is not merged itself; for others than moderators the acts do not exist', async () => {
  const [one, two, gone, cause] = [await anEntry('target'), await anEntry('target'), await anEntry('target'), await anEntry('cause')]
  const { body } = await merge(moderator, gone, two.slug)
  for (const into of [one.slug, gone.slug, cause.slug, uuidv7(), ''])
    expect((await merge(moderator, one, into)).body.data?.fields).toEqual({ into: 'ENTRY_INTO_UNKNOWN' })
  expect((await merge(moderator, gone, one.slug)).status).toBe(404)
  for (const who of [null, creator]) {
    expect((await merge(who, one, two.slug)).status).toBe(404)
    expect((await undo(who, body.id)).status).toBe(404)
    expect((await call(who, 'GET', '/moderation/entry-merges')).status).toBe(404)
  }
})
