import { gunzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { request } from '#tests/support/http.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

ownSite()

let creator: Person
let moderator: Person
beforeAll(async () => {
  ;[creator, moderator] = await Promise.all([aPerson(), aPerson({ role: 'moderator' })])
})

type Entry = { id: string; slug: string; name: string }
type Entries = Record<'targets' | 'industries' | 'causes', Entry> & { campaign: { id: string; slug: string } }

/** Publishes a campaign that names a target, an industry and a cause that did not exist. Their names are on the first page of each list. */
async function newEntries(who = creator): Promise<Entries> {
  const names = { targets: `Aa target ${uuidv7()}`, industries: `Aa industry ${uuidv7()}`, causes: `Aa cause ${uuidv7()}` }
  const campaign = await aCampaign(who, { target: { name: names.targets, industry: { name: names.industries } }, causes: [{ name: names.causes }] })
  const [targets, industries, causes] = await Promise.all([
    named('targets', names.targets),
    named('industries', names.industries),
    named('causes', names.causes),
  ])
  return { targets, industries, causes, campaign }
}

const named = async (kind: string, name: string): Promise<Entry & { isVerified: boolean }> =>
  (await done(creator, 'GET', `/subjects/${kind}/named?name=${encodeURIComponent(name)}`)).entry

/** The places in which a visitor finds the entry. */
async function placesOf(kind: keyof Omit<Entries, 'campaign'>, { slug, name }: Entry): Promise<string[]> {
  const { origin } = await theSite()
  const inList = (items: { slug: string }[]) => items.some((item) => item.slug === slug)
  const listed = await done(null, 'GET', `/${kind}?sort=az&limit=100`)
  const map = await (await request(origin, { method: 'GET', path: `/sitemaps/${kind}-1.xml` })).arrayBuffer()
  const places = { list: inList(listed.items), sitemap: textOf(map).includes(`/${kind}/${slug}<`) }
  if (kind !== 'targets') return Object.keys(places).filter((place) => Reflect.get(places, place))
  const search = encodeURIComponent(name)
  const [found, counts, typed] = await Promise.all([
    done(null, 'GET', `/search?kind=targets&q=${search}`),
    done(null, 'GET', `/target-counts?search=${search}`),
    done(null, 'GET', `/targets?search=${search}`),
  ])
  const all = { ...places, search: inList(found.items), counts: counts.all > 0, 'type-ahead': inList(typed.items) }
  return Object.keys(all).filter((place) => Reflect.get(all, place))
}

const textOf = (body: ArrayBuffer) => {
  const bytes = Buffer.from(body)
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
}

const everywhere = { targets: ['list', 'sitemap', 'search', 'counts', 'type-ahead'], industries: ['list', 'sitemap'], causes: ['list', 'sitemap'] }
const kinds = ['targets', 'industries', 'causes'] as const
const verify = (who: Person | null, id: string) => call(who, 'PUT', `/moderation/entries/${id}/verification`)
const waiting = async () => done(moderator, 'GET', '/moderation/entries')

test('a target, industry and cause that a person names are unverified: they have a page and campaigns, and are in no list, search or sitemap', async () => {
  const made = await newEntries()
  for (const kind of kinds) {
    const { slug } = made[kind]
    expect(await done(null, 'GET', `/${kind}/${slug}`)).toMatchObject({ slug, isVerified: false })
    expect(await placesOf(kind, made[kind])).toEqual([])
  }
  const { target, causes } = await done(null, 'GET', `/campaigns/${made.campaign.slug}`)
  expect([target.slug, causes[0].slug]).toEqual([made.targets.slug, made.causes.slug])
  const about = await done(null, 'GET', `/campaigns?target=${made.targets.slug}`)
  expect(about.items.map(({ id }: { id: string }) => id)).toEqual([made.campaign.id])
})

test('people who name it again use the unverified entry, and learn that it is unverified', async () => {
  const { targets } = await newEntries()
  expect(await named('targets', targets.name.toUpperCase())).toMatchObject({ id: targets.id, isVerified: false })
  const again = await aCampaign(await aPerson(), { target: { name: targets.name } })
  expect((await done(null, 'GET', `/campaigns/${again.slug}`)).target.slug).toBe(targets.slug)
  const draft = await done(creator, 'POST', '/campaigns', { ...aCampaignBody({ target: { id: targets.id } }), publish: false })
  expect((await done(creator, 'GET', `/campaigns/${draft.id}/editable`)).target).toMatchObject({ id: targets.id, isVerified: false })
})

test('an unverified entry is not among the related ones and the leading targets of verified entries', async () => {
  const { store } = await theSite()
  const industry = { id: uuidv7(), slug: uuidv7(), name: `Known ${uuidv7()}` }
  await store.db.insertInto('industry').values(industry).execute()
  const name = `Target ${uuidv7()}`
  await aCampaign(creator, { target: { name, industry: { id: industry.id } } })
  const { id, slug } = await named('targets', name)
  const leading = async () => {
    const { topTargets } = await done(null, 'GET', `/industries/${industry.slug}`)
    return topTargets.map((target: Entry) => target.slug)
  }
  expect(await leading()).toEqual([])
  await verify(moderator, id)
  expect(await leading()).toEqual([slug])
})

test('moderators see what waits, oldest first, with the public campaigns that use it and similar names, and how much it is', async () => {
  const made = await newEntries()
  await call(creator, 'POST', '/campaigns', { body: { ...aCampaignBody({ target: { id: made.targets.id } }), publish: false } })
  const { db } = (await theSite()).store
  const similar = { id: uuidv7(), slug: uuidv7(), name: `${made.targets.name.slice(0, -1)} & Sons` }
  await db.insertInto('target').values(similar).execute()
  const { items, total } = await waiting()
  expect(items.map(({ id }: Entry) => id)).toEqual(items.map(({ id }: Entry) => id).toSorted())
  expect(await done(moderator, 'GET', '/moderation/entry-count')).toEqual({ total })
  const entryOf = (kind: keyof typeof everywhere) => items.find(({ id }: Entry) => id === made[kind].id)
  const campaigns = [expect.objectContaining({ slug: made.campaign.slug })]
  for (const kind of kinds) expect(entryOf(kind)).toMatchObject({ kind, name: made[kind].name, campaigns, campaignCount: 1 })
  expect(entryOf('targets').lookAlikes).toContainEqual({ slug: similar.slug, name: similar.name })
  expect(entryOf('targets').industry).toBe(made.industries.name)
})

test('a verified entry is in every list at once and waits no more; the audit log names the moderator, once', async () => {
  const made = await newEntries()
  for (const kind of kinds) {
    const { id, slug } = made[kind]
    expect((await verify(moderator, id)).status).toBe(200)
    expect((await verify(moderator, id)).status).toBe(200)
    expect(await done(null, 'GET', `/${kind}/${slug}`)).toMatchObject({ isVerified: true })
    const places = await placesOf(kind, made[kind])
    // The sitemap is kept for ten minutes.
    expect(places).toEqual(everywhere[kind].filter((place) => place !== 'sitemap'))
    const log = await (await theSite()).store.db.selectFrom('recorded_act').selectAll().where('subject_id', '=', id).execute()
    expect(log).toMatchObject([{ action: 'entries.verify', actor_id: moderator.id }])
  }
  const ids = (await waiting()).items.map(({ id }: Entry) => id)
  for (const kind of kinds) expect(ids).not.toContain(made[kind].id)
})

test('for everybody else the list and its acts do not exist', async () => {
  const { targets } = await newEntries()
  for (const who of [null, creator]) {
    expect((await verify(who, targets.id)).status).toBe(404)
    expect((await call(who, 'GET', '/moderation/entries')).status).toBe(404)
    expect((await call(who, 'GET', '/moderation/entry-count')).status).toBe(404)
  }
  expect((await verify(moderator, uuidv7())).status).toBe(404)
})

test('what a moderator names is verified', async () => {
  const made = await newEntries(moderator)
  for (const kind of kinds) expect(await done(null, 'GET', `/${kind}/${made[kind].slug}`)).toMatchObject({ isVerified: true })
})
