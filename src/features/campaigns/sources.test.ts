import { expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const source = (name: string) => ({ url: `https://${name}.example/page`, description: `What ${name} shows` })
const create = (who: Person, changes: Record<string, unknown>) => call(who, 'POST', '/campaigns', { body: aCampaignBody(changes) })
const page = async (who: Person | null, id: string) => (await call(who, 'GET', `/campaigns/${id}`)).body
const idsOf = async (campaignId: string) => {
  const { db } = (await theSite()).store
  const rows = await db.selectFrom('campaign_source').select(['id', 'url']).where('campaign_id', '=', campaignId).execute()
  return new Map(rows.map(({ id, url }) => [url, id]))
}

test('sources are shown in their order, trimmed and without blank rows, and can be edited', async () => {
  const creator = await aPerson()
  const typed = [{ url: '  https://b.example/page ', description: ' What b\nshows ' }, { url: ' ', description: '' }, source('a')]
  const { id } = await aCampaign(creator, { sources: typed })
  const kept = [source('b'), source('a')]
  expect((await page(null, id)).sources).toEqual(kept.map((each) => ({ ...each, publisher: null })))
  expect((await call(creator, 'GET', `/campaigns/${id}/editable`)).body.sources).toEqual(kept)
})

test.each([
  ['a script', [{ url: 'javascript:alert(1)', description: 'A script' }], { 'sources.0.url': 'URL_INVALID' }],
  ['another protocol', [{ url: 'ftp://files.example/a', description: 'A file' }], { 'sources.0.url': 'URL_INVALID' }],
  ['a name and password', [{ url: 'https://me:secret@a.example/', description: 'A page' }], { 'sources.0.url': 'URL_INVALID' }],
  ['2,049 characters', [{ url: `https://a.example/${'x'.repeat(2_049 - 18)}`, description: 'A page' }], { 'sources.0.url': 'URL_INVALID' }],
  ['no address', [source('a'), { url: '', description: 'A page' }], { 'sources.1.url': 'SOURCE_URL' }],
  ['no word of what it shows', [{ url: 'https://a.example/', description: ' ' }], { 'sources.0.description': 'SOURCE_DESCRIPTION' }],
  ['201 characters', [{ url: 'https://a.example/', description: 'x'.repeat(201) }], { 'sources.0.description': 'SOURCE_TOO_LONG' }],
  ['eleven', Array.from({ length: 11 }, (_, n) => source(`s${n}`)), { sources: 'SOURCES_TOO_MANY' }],
])('a source is refused at its field, also in a draft: %s', async (_what, sources, fields) => {
  const creator = await aPerson()
  for (const publish of [true, false]) expect(await create(creator, { sources, publish })).toMatchObject({ status: 422, body: { data: { fields } } })
})

test('ten sources with URLs of 2,048 characters and descriptions of 200 characters are stored', async () => {
  const long = { url: `https://a.example/${'x'.repeat(2_048 - 18)}`, description: 'é'.repeat(200) }
  const { id } = await aCampaign(await aPerson(), { sources: Array.from({ length: 10 }, () => long) })
  expect((await page(null, id)).sources).toEqual(Array.from({ length: 10 }, () => ({ ...long, publisher: null })))
})

test('the public history has both lists of sources, and an unchanged source keeps its id', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator, { sources: [source('a'), source('b')] })
  const before = await idsOf(id)
  const after = [{ ...source('b'), description: 'More than before' }, source('c')]
  expect((await call(creator, 'PATCH', `/campaigns/${id}`, { body: { sources: after } })).status).toBe(200)
  expect((await page(null, id)).sources).toEqual(after.map((each) => ({ ...each, publisher: null })))
  const ids = await idsOf(id)
  expect(ids.get(source('b').url)).toBe(before.get(source('b').url))
  expect([...ids.keys()].sort()).toEqual([source('b').url, source('c').url])
  const { items } = (await call(null, 'GET', `/campaigns/${id}/history`)).body
  expect(items).toMatchObject([{ fields: ['sources'] }])
  const { changes } = (await call(null, 'GET', `/campaigns/${id}/history/${items[0].id}`)).body
  expect(changes).toEqual([{ field: 'sources', before: [source('a'), source('b')], after }])
  // Sending the same sources again is no edit, and other edits leave the sources unchanged.
  await call(creator, 'PATCH', `/campaigns/${id}`, { body: { sources: after, actions: ['Stop buying there today'] } })
  expect((await page(null, id)).sources).toHaveLength(2)
  expect((await call(null, 'GET', `/campaigns/${id}/history`)).body.items[0].fields).toEqual(['actions'])
  expect(await idsOf(id)).toEqual(ids)
})

test('a draft keeps its sources until it is published, and nobody else sees them', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator, { publish: false, sources: [source('draft')] })
  expect((await call(null, 'GET', `/campaigns/${id}`)).status).toBe(404)
  expect((await call(creator, 'POST', `/campaigns/${id}/publish`, { body: {} })).status).toBe(200)
  expect((await page(null, id)).sources).toMatchObject([source('draft')])
})

test('the data export has the sources of campaigns and of drafts', async () => {
  const creator = await aPerson()
  await aCampaign(creator, { sources: [source('public')] })
  await aCampaign(creator, { publish: false, sources: [source('planned')] })
  const { campaigns, drafts } = (await call(creator, 'GET', '/me/export')).body
  expect(campaigns).toMatchObject([{ sources: [source('public')] }])
  expect(drafts).toMatchObject([{ sources: [source('planned')] }])
})
