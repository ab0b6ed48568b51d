import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshSummaries } from '#features/directory/server/jobs.ts'
import { refreshEntryRanks } from '#features/pledges/tallies/server/public.ts'
import { applyPledgeLog } from '#features/pledges/tallies/server/tally.ts'
import { differences } from '#main/operations/recount.ts'
import { turnIn, turnSwitch } from '#main/operations/switch.ts'
import { forgetRecent } from '#platform/server/recent.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { join, pledgeStates, takeQuietStep } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { untilServed } from '#tests/support/until-served.ts'

// Uses a separate site, because the tests compare the numbers of the whole site, and the switch affects every campaign.
ownSite({}, { isPatient: true })

type Campaign = { id: string; slug: string }

let creator: Person
beforeAll(async () => {
  creator = await aPerson()
})

const choose = (who: Person | null, { id }: Campaign, every: string | null) => call(who, 'PUT', `/campaigns/${id}/quiet`, { body: { every } })
const shown = async ({ slug }: Campaign) => (await call(null, 'GET', `/campaigns/${slug}`)).body
const supporters = async (campaign: Campaign) => (await shown(campaign)).count.supporters
const isStored = async (query: ReturnType<typeof sql>) => ((await query.execute((await theSite()).store.db)).rows as unknown[]).length > 0

/** Runs every job that could publish a number. */
async function runJobs() {
  const { db } = (await theSite()).store
  await applyPledgeLog(db, { telling: true })
  await refreshRanks(db)
  await refreshEntryRanks(db)
  await db.executeQuery(sql`insert into entry_summary_due (subject_id) select subject_id from subject_rank on conflict do nothing`.compile(db))
  await refreshSummaries(db)
}

/** Takes the next step now, and runs the jobs after it. */
async function takeStep(campaign: Campaign) {
  await takeQuietStep(campaign)
  await runJobs()
}

/** Every response that contains a number of this campaign, as visitors and the creator receive it. */
async function responsesOf(campaign: Campaign, joiner: Person) {
  // Some results that are the same for everybody are up to a second old, which would hide a change.
  forgetRecent()
  const page = await shown(campaign)
  const [target, industry, cause] = [page.target.slug, page.industry?.slug, page.causes[0]?.slug]
  const paths = [
    `/campaigns/${campaign.id}`,
    '/campaigns?sort=trending',
    '/campaigns?sort=most_pledged',
    `/campaigns/${campaign.id}/supporters`,
    `/campaigns/${campaign.id}/supporters.csv`,
    `/campaigns/${campaign.id}/count`,
    '/stats',
    `/targets/${target}`,
    '/targets',
    ...(industry ? [`/industries/${industry}`] : []),
    `/causes/${cause}`,
    ...['activity', 'supporters', 'around'].flatMap((part) => [`/subjects/targets/${target}/${part}`, `/subjects/causes/${cause}/${part}`]),
    `/search?q=${encodeURIComponent(page.title)}`,
    `/search/preview?q=${encodeURIComponent(page.title.slice(0, 12))}`,
    `/profiles/${joiner.id}`,
    `/profiles/${joiner.id}/pledges`,
  ]
  const ofCreator = ['/me/campaigns', '/notifications', '/me/dashboard', `/campaigns/${campaign.id}/updates/reach`]
  const { origin } = await theSite()
  const read = async (who: Person | null, path: string) => {
    const response = await untilServed(
      () => fetch(`${origin}/api/v1${path}`, { headers: who ? { cookie: who.cookie } : {} }),
      ({ status }) => status === 503,
    )
    return { path, status: response.status, text: await response.text() }
  }
  const received: Awaited<ReturnType<typeof read>>[] = []
  for (const path of paths) received.push(await read(null, path))
  for (const path of ofCreator) received.push(await read(creator, path))
  return received
}

/** The responses that differ, with both texts. */
function changed(before: Awaited<ReturnType<typeof responsesOf>>, after: Awaited<ReturnType<typeof responsesOf>>) {
  return after.flatMap(({ path, status, text }, at) => {
    const earlier = before[at]
    return earlier?.status === status && earlier.text === text ? [] : [{ path, before: earlier, after: { status, text } }]
  })
}

test('while a campaign counts quietly, a join changes no response and sends no live event before the next step, which updates all of them', async () => {
  const { origin, store } = await theSite()
  const [campaign, other] = [await aCampaign(creator), await aCampaign(await aPerson())]
  const [joiner, late] = [await aPerson(), await aPerson({ isCounted: false })]
  await join(await aPerson(), campaign)
  await runJobs()
  const chosen = await choose(creator, campaign, 'hour')
  expect(chosen.body).toMatchObject({ quietEvery: 'hour', quiet: { every: 'hour' }, count: { supporters: 2 } })
  expect(chosen.body.quiet.nextAt).toMatch(/:00:00\.000Z$/)

  // The earlier join must have reached the numbers and the creator's bell before the comparison starts.
  await runJobs()
  const newest = async () => (await call(creator, 'GET', '/notifications')).body.items[0]
  await until(async () => (await newest())?.campaign?.id === campaign.id)
  const before = await responsesOf(campaign, joiner)
  expect(before.filter(({ status }) => status !== 200)).toEqual([])
  const stats = (await call(null, 'GET', '/stats')).body.supporters
  const page = await openListener(origin, [`campaign:${campaign.id}`, `campaign:${other.id}`, 'stats'])
  const bell = await openListener(origin, ['me'], { who: creator })
  await until(() => page.hasBegun() && bell.hasBegun())
  const received = () => page.events.filter(({ topic }) => topic === `campaign:${campaign.id}`)
  const rings = bell.events.length

  const joined = await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: true } })
  expect(joined.body).toMatchObject({ pledge: { state: 'counted' }, count: { supporters: 2 } })
  await call(joiner, 'PATCH', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: false } })
  await join(late, campaign)
  expect((await call(joiner, 'GET', '/me/dashboard')).body.pledges.total).toBe(1)
  await runJobs()
  expect(changed(before, await responsesOf(campaign, joiner))).toEqual([])
  expect(await differences(store)).toEqual([])

  // The event of another campaign proves that an earlier one of this campaign would have arrived.
  await join(await aPerson(), other)
  await until(() => page.events.some(({ topic, data }) => topic === `campaign:${other.id}` && data.supporters === 2))
  await until(() => page.events.some(({ topic, data }) => topic === 'stats' && data.supporters === stats + 1))
  expect(received()).toEqual([])
  expect(bell.events.length).toBe(rings)
  page.close()

  await takeStep(campaign)
  const moved = changed(before, await responsesOf(campaign, joiner)).map(({ path }) => path)
  for (const path of [`/campaigns/${campaign.id}`, `/campaigns/${campaign.id}/supporters`, '/stats', `/profiles/${joiner.id}/pledges`])
    expect(moved).toContain(path)
  expect(await supporters(campaign)).toBe(3)
  expect((await call(null, 'GET', '/stats')).body.supporters).toBe(stats + 2)
  await until(() => bell.events.length > rings)
  expect(await newest()).toMatchObject({ type: 'pledge', campaign: { id: campaign.id } })
  bell.close()
  expect(await differences(store)).toEqual([])
})

test('turning quiet counting off publishes nothing before the next step, however often the choice is changed', async () => {
  const campaign = await aCampaign(creator)
  await choose(creator, campaign, 'day')
  await join(await aPerson(), campaign)
  for (const every of [null, 'hour', null, 'day', null]) {
    const { body } = await choose(creator, campaign, every)
    expect(body).toMatchObject({ quietEvery: every, quiet: { every: 'day' }, count: { supporters: 1 } })
  }
  await takeStep(campaign)
  expect(await shown(campaign)).toMatchObject({ quiet: null, quietEvery: null, count: { supporters: 2 } })
  await join(await aPerson(), campaign)
  expect(await supporters(campaign)).toBe(3)
  expect(await differences((await theSite()).store)).toEqual([])
})

test('editing or ending a campaign and disconnecting a pledge publish no pending counts, and every count is correct afterwards', async () => {
  const { store } = await theSite()
  const [campaign, old, joiner] = [await aCampaign(creator), await aPerson(), await aPerson()]
  await sql`update person set created_at = now() - interval '7 days', email_verified = true where id = any(${[old.id, joiner.id]}::uuid[])`.execute(store.db)
  await join(old, campaign)
  await runJobs()
  await choose(creator, campaign, 'day')
  await join(joiner, campaign)
  await join(await aPerson(), campaign)
  const stats = async () => (await call(null, 'GET', '/stats')).body.supporters
  const before = await stats()
  const edited = await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { causes: [{ name: 'Quiet causes' }] } })
  expect(edited.status).toBe(200)
  await until(async () => !(await isStored(sql`select 1 from tally_change`)))
  expect(await stats()).toBe(before)
  expect((await call(null, 'GET', '/causes/quiet-causes')).body.numbers.supporters).toBe(2)
  for (const person of [joiner, old]) expect((await call(person, 'DELETE', `/campaigns/${campaign.id}/pledge`)).status).toBe(200)
  expect([await supporters(campaign), await differences(store)]).toEqual([2, []])
  expect((await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })).status).toBe(200)
  await until(async () => !(await isStored(sql`select 1 from tally_change`)))
  expect([await supporters(campaign), await differences(store)]).toEqual([2, []])
  await takeStep(campaign)
  expect(await shown(campaign)).toMatchObject({ quiet: null, count: { supporters: 4 } })
  expect(await differences(store)).toEqual([])
})

test('corrections made while a campaign counts quietly are published at the next step, and a recount finds no difference', async () => {
  const { store } = await theSite()
  const [campaign, moderator] = [await aCampaign(creator), await aPerson({ role: 'moderator' })]
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson()))
  for (const person of people) await join(person, campaign)
  await runJobs()
  await choose(creator, campaign, 'hour')
  const selection = { campaignId: campaign.id, accountHours: 24, mailDomain: 'people.test' }
  const texts = { reason: 'A script made these accounts.', note: 'These pledges were made automatically, not by individual people.' }
  const begun = await call(moderator, 'POST', '/moderation/invalidations', { body: { selection, ...texts } })
  expect(begun.status).toBe(200)
  await until(async () => (await pledgeStates(campaign, people)).every((state) => state === 'invalid'))
  expect([await supporters(campaign), await differences(store)]).toEqual([13, []])
  await takeStep(campaign)
  expect(await supporters(campaign)).toBeLessThan(2)
  expect(await differences(store)).toEqual([])
})

test('the site-wide switch slows every campaign, including one that is published later, and keeps a slower choice of the creator', async () => {
  const { store } = await theSite()
  const [first, slow] = [await aCampaign(creator), await aCampaign(creator)]
  await choose(creator, slow, 'day')
  const turn = async (state: string) => {
    const parsed = turnIn(['quiet-hourly', state, 'Taking part has become dangerous here.'])
    if (!parsed) throw new Error('The command was not parsed')
    return (await turnSwitch(store, parsed)).lines.join()
  }
  expect(await turn('on')).toContain('quiet-hourly')
  const later = await aCampaign(creator)
  // The transaction that publishes the campaign has already set it.
  expect((await shown(later)).quiet?.every).toBe('hour')
  for (const campaign of [first, later]) await until(async () => (await shown(campaign)).quiet?.every === 'hour')
  expect((await shown(slow)).quiet.every).toBe('day')
  await join(await aPerson(), first)
  expect(await supporters(first)).toBe(1)
  await choose(creator, first, null)
  await takeStep(first)
  expect(await shown(first)).toMatchObject({ quiet: { every: 'hour' }, quietEvery: null, count: { supporters: 2 } })
  await turn('off')
  await join(await aPerson(), first)
  expect(await supporters(first)).toBe(2)
  await takeStep(first)
  expect(await shown(first)).toMatchObject({ quiet: null, count: { supporters: 3 } })
})

test('only the creator can choose quiet counting, and only while the campaign is active', async () => {
  const campaign = await aCampaign(creator)
  expect((await choose(null, campaign, 'hour')).status).toBe(401)
  for (const role of ['member', 'moderator', 'admin'] as const) expect((await choose(await aPerson({ role }), campaign, 'hour')).status).toBe(403)
  expect((await choose(creator, campaign, 'week')).status).toBe(400)
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  expect((await choose(creator, campaign, 'hour')).body.code).toBe('CAMPAIGN_NOT_ACTIVE')
})
