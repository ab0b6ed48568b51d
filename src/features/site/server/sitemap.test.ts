import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantCommunity } from '#tests/support/communities.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'

ownSite()

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const { origin } = await theSite()
  const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text(), origin }
}
const placesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address ?? ''))

async function allAddresses(): Promise<string[]> {
  const parts = placesIn((await ask('/sitemap.xml')).text)
  const texts = await Promise.all(parts.map(async ({ pathname }) => (await ask(pathname)).text))
  return texts.flatMap((text) => placesIn(text).map(({ pathname }) => pathname))
}

test('robots.txt names the closed paths and the sitemap', async () => {
  const { status, text, headers, origin } = await ask('/robots.txt')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  for (const path of ['/api/', '/rpc/', '/auth', '/dashboard', '/settings', '/notifications', '/search']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
  expect(text).not.toMatch(/^Disallow: \/$/m)
})

test('the sitemap has public campaigns, targets, industries, causes and communities with their last change, and no draft, private community or person', async () => {
  const creator = await aPerson()
  const active = await aCampaign(creator)
  const ended = await aCampaign(creator)
  await call(creator, 'POST', `/campaigns/${ended.id}/end`, { body: { status: 'archived' } })
  const draft = await aCampaign(creator, { publish: false })
  const { store } = await theSite()
  const [open, hidden] = [
    await plantCommunity(store.db, { owner: creator.id, privacy: 'public' }),
    await plantCommunity(store.db, { owner: creator.id, privacy: 'private' }),
  ]
  const subject = (table: string) =>
    sql<{ slug: string }>`select slug from ${sql.table(table)}`.execute(store.db).then(({ rows }) => rows.map(({ slug }) => slug))

  const addresses = await allAddresses()
  expect(addresses).toEqual(expect.arrayContaining(['/', '/campaigns', '/about', `/campaigns/${active.slug}`, `/campaigns/${ended.slug}`]))
  for (const [list, table] of [
    ['targets', 'target'],
    ['industries', 'industry'],
    ['causes', 'cause'],
  ] as const)
    expect(addresses.filter((path) => path.startsWith(`/${list}/`)).toSorted()).toEqual((await subject(table)).map((slug) => `/${list}/${slug}`).toSorted())
  expect(addresses).toEqual(expect.arrayContaining(['/communities', `/communities/${open.slug}`]))
  for (const path of [`/campaigns/${draft.slug}`, `/communities/${hidden.slug}`]) expect(addresses).not.toContain(path)
  expect(addresses.filter((path) => /^\/(u|profile|auth|search|settings|dashboard|api)\b/.test(path))).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
  const { text, headers } = await ask('/sitemaps/campaigns-1.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(text).toMatch(/<loc>[^<]*\/campaigns\/[^<]*<\/loc><lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/)
  const unpacked = await ask('/sitemaps/campaigns-1.xml', { 'accept-encoding': 'identity' })
  expect([unpacked.headers.get('content-encoding'), unpacked.text]).toEqual([null, text])
  expect((await ask('/sitemaps/campaigns-2.xml')).status).toBe(404)
  expect((await ask('/sitemaps/person-1.xml')).status).toBe(404)
})

test('what a moderator hides, or what is hidden with its author, leaves the sitemap at once, and caches validate the parts each time', async () => {
  const [creator, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const [hidden, ofSuspended, kept] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(await aPerson())]
  const { store } = await theSite()
  const community = await plantCommunity(store.db, { owner: creator.id, privacy: 'public' })
  const read = async () => {
    const addresses = await allAddresses()
    return [hidden, ofSuspended, kept].map(({ slug }) => addresses.includes(`/campaigns/${slug}`)).concat(addresses.includes(`/communities/${community.slug}`))
  }
  await call(moderator, 'PUT', `/campaigns/${kept.id}/moderation`, { body: { state: 'visible', reason: 'It is within the rules.' } })
  expect(await read()).toEqual([true, true, true, true])
  const before = await ask('/sitemaps/campaigns-1.xml')
  expect(before.headers.get('cache-control')).toBe('no-cache')
  const known = { 'if-none-match': before.headers.get('etag') ?? '' }
  expect((await ask('/sitemaps/campaigns-1.xml', known)).status).toBe(304)
  const decision = { state: 'hidden', reason: 'Its address names a private person.' }
  await call(moderator, 'PUT', `/campaigns/${hidden.id}/moderation`, { body: decision })
  await call(moderator, 'PUT', `/communities/${community.id}/moderation`, { body: decision })
  expect(await read()).toEqual([false, true, true, false])
  expect((await ask('/sitemaps/campaigns-1.xml', known)).status).toBe(200)
  const suspension = { days: 7, rule: 'harassment', reason: 'Threats against a person.', hidesContent: true }
  expect((await call(moderator, 'PUT', `/moderation/people/${creator.id}/suspension`, { body: suspension })).status).toBeLessThan(300)
  expect(await read()).toEqual([false, false, true, false])
})

test('each page has one URL, to which other spellings redirect permanently, with their query', async () => {
  for (const [asked, leads] of [
    ['/campaigns/Some-Name?tab=updates', '/campaigns/some-name?tab=updates'],
    ['/Campaigns', '/campaigns'],
    ['/targets/NESTLE/', '/targets/nestle'],
    ['/about/', '/about'],
    ['/u/ABC', '/u/abc'],
  ] as const) {
    const { status, headers } = await ask(asked)
    expect([asked, status, headers.get('location')]).toEqual([asked, 301, leads])
  }
})
