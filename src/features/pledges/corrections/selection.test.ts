import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aBurst, aPersonAt, counted, midnight, note, proposed, reason, started } from '#tests/support/corrections.ts'
import { newPeople } from '#tests/support/held-pledges.ts'
import { endOfInvalidation, expectCleanRecount, join, supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

test('moderators never see a number under 10, and cannot select everybody or name a domain in the public note', async () => {
  const { campaign, moderator, domain } = await aBurst(9)
  const preview = (await counted(moderator, { campaignId: campaign.id, mailDomain: domain })).body
  const nobody = (await counted(moderator, { campaignId: campaign.id, mailDomain: 'nobody.test' })).body
  expect(preview).toEqual({ pledges: null, counted: null, unconfirmed: null })
  expect(nobody).toEqual(preview)
  const joins = (await call(moderator, 'GET', `/moderation/joins?campaign=${campaign.slug}`)).body
  expect(joins).toMatchObject({
    campaign: { id: campaign.id, supporters: 10 },
    domains: [],
    otherDomains: 10,
    ages: [{ underHours: 1, joins: 10 }, { joins: null }, { joins: null }, { joins: null }],
  })
  expect(joins.days.map((each: { joins: number | null }) => each.joins).toSorted()).toEqual([10, null, null, null])
  expect(joins.hours).toEqual([])
  const refused = async (body: object) => (await call(moderator, 'POST', '/moderation/invalidations', { body })).body.code
  expect(await refused({ selection: { campaignId: campaign.id }, reason, note })).toBe('SELECTION_EMPTY')
  expect(await refused({ selection: { mailDomain: domain }, reason, note })).toBe('SELECTION_TOO_SMALL')
  expect(await refused({ selection: { mailDomain: 'not a domain' }, reason, note })).toBe('DOMAIN_INVALID')
  expect(await refused({ selection: { mailDomain: domain }, reason, note: `All from ${domain}` })).toBe('NOTE_NAMES_SOURCE')
  expect(await refused({ selection: { mailDomain: domain }, reason: ' ', note })).toBe('REASON_MISSING')
  expect(await refused({ selection: { mailDomain: domain, campaignId: uuidv7() }, reason, note })).toBe('CAMPAIGN_UNKNOWN')
})

test('a selection has at most two conditions, in whole days or in one hour in which 100 people joined', async () => {
  const { campaign, moderator, domain, people } = await aBurst(12)
  const fields = async (selection: object) => {
    const answers = [
      await counted(moderator, { campaignId: campaign.id, ...selection }),
      await call(moderator, 'POST', '/moderation/invalidations', { body: { selection: { campaignId: campaign.id, ...selection }, reason, note } }),
    ]
    expect(answers[0]?.body.data?.fields).toEqual(answers[1]?.body.data?.fields)
    return answers[0]?.body.data?.fields
  }
  const [joinedFrom, joinedTo] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z']
  expect(await fields({ mailDomain: domain, accountHours: 24, formSeconds: 3 })).toEqual({ selection: 'SELECTION_TOO_NARROW' })
  expect(await fields({ mailDomain: domain, accountHours: 24, joinedFrom, joinedTo })).toEqual({ selection: 'SELECTION_TOO_NARROW' })
  expect(await fields({ joinedFrom: '2026-11-20T05:00:00Z', joinedTo })).toEqual({ joinedFrom: 'TIME_TOO_FINE' })
  expect(await fields({ joinedFrom, joinedTo: '2026-11-20T02:00:00Z' })).toEqual({ joinedFrom: 'TIME_TOO_FINE' })
  expect(await fields({ joinedFrom: joinedTo, joinedTo: joinedFrom })).toEqual({ joinedTo: 'RANGE_EMPTY' })
  expect(await fields({ joinedFrom: '2026-11-20T05:10:00Z', joinedTo: '2026-11-20T06:50:00Z' })).toEqual({ joinedFrom: 'HOUR_TOO_SMALL' })
  expect((await counted(moderator, { campaignId: campaign.id, accountHours: 2 })).status).toBe(400)

  // A hundred people in one hour of yesterday, of whom 12 have the domain.
  const { store } = await theSite()
  const others = await newPeople(89)
  for (const person of others) await join(person, campaign)
  const from = Date.parse(midnight(0)) - 2 * 3_600_000
  await sql`update pledge set created_at = ${new Date(from + 60_000)}
    where campaign_id = ${campaign.id} and person_id = any(${[...people, ...others].map(({ id }) => id)}::uuid[])`.execute(store.db)
  const { days, hours } = (await call(moderator, 'GET', `/moderation/joins?campaign=${campaign.id}`)).body
  const hour = { joinedFrom: new Date(from).toISOString(), joinedTo: new Date(from + 3_600_000).toISOString() }
  expect(days).toContainEqual({ day: hour.joinedFrom.slice(0, 10), joins: 100 })
  expect(hours).toEqual([{ at: hour.joinedFrom, joins: 100, isBurst: true }])
  expect((await counted(moderator, { campaignId: campaign.id, mailDomain: domain, ...hour })).body).toEqual({ pledges: 10, counted: 10, unconfirmed: null })
  const id = await started(moderator, { campaignId: campaign.id, mailDomain: domain, ...hour })
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ pledges: 10, selection: hour })
  expect(await supportersOf(campaign)).toBe(90)
  await expectCleanRecount()
})

test('the numbers of a preview are sums of days, ages and form times that have ten people, and each preview is in the audit log', async () => {
  const { campaign, moderator, domain, people } = await aBurst(24)
  const { store } = await theSite()
  const [first, second, third] = [midnight(3), midnight(2), midnight(1)]
  const joinedAt = async (time: string, who: Person[]) =>
    sql`update pledge set created_at = ${time}::timestamptz where campaign_id = ${campaign.id} and person_id = any(${who.map(({ id }) => id)}::uuid[])`.execute(
      store.db,
    )
  await joinedAt(first, people.slice(15))
  await joinedAt(second, people.slice(0, 15))
  const asked = { campaignId: campaign.id, mailDomain: domain }
  const pledges = async (times: object) => (await counted(moderator, { ...asked, ...times })).body.pledges
  expect(await pledges({})).toBe(20)
  // The nine of one day add nothing, so that two selections do not show them by their difference.
  expect(await pledges({ joinedFrom: first, joinedTo: third })).toBe(10)
  expect(await pledges({ joinedFrom: second, joinedTo: third })).toBe(10)
  expect(await pledges({ joinedFrom: first, joinedTo: second })).toBe(null)
  const admin = await aPerson({ role: 'admin' })
  const { items } = (await call(admin, 'GET', '/jobs/log?limit=5')).body
  expect(items[0]).toMatchObject({ action: 'pledges.preview', by: { id: moderator.id }, subject: { kind: 'campaign', id: campaign.id } })
  expect(items[0].details).toContainEqual({ name: 'mailDomain', value: domain })
})

test('numbers and refusals do not tell whether one more person has joined', async () => {
  const { campaign, moderator, domain } = await aBurst(12)
  const answers = async () => {
    const [preview, joins] = await Promise.all([
      counted(moderator, { campaignId: campaign.id, mailDomain: domain }),
      call(moderator, 'GET', `/moderation/joins?campaign=${campaign.id}`),
    ])
    return { preview: preview.body, joins: { ...joins.body, campaign: null } }
  }
  const joinMore = async () => join(await aPersonAt(domain), campaign)
  const before = await answers()
  expect(before.joins).toMatchObject({ total: 10, domains: [{ mailDomain: domain, joins: 10 }], otherDomains: null })
  await joinMore()
  await sql`update pledge set created_at = (select min(p.created_at) from pledge p where p.campaign_id = ${campaign.id})
    where campaign_id = ${campaign.id}`.execute((await theSite()).store.db)
  const after = await answers()
  expect(after.joins).toEqual(before.joins)
  expect(after.preview).toEqual(before.preview)
  const selection = { campaignId: campaign.id, mailDomain: domain }
  await endOfInvalidation(moderator, await started(moderator, selection))
  const again = async () => (await proposed(moderator, selection)).state
  expect(await again()).toBe('proposed')
  await joinMore()
  expect(await again()).toBe('proposed')
  expect((await proposed(moderator, { ...selection, mailDomain: 'nobody.test' })).state).toBe('proposed')
})

test('the pledges of one person to many campaigns are shown to no moderator', async () => {
  const { moderator } = await aBurst(0)
  const domain = `d${uuidv7().slice(-12)}.test`
  const person = await aPersonAt(domain)
  const creator = await aPerson()
  for (let n = 0; n < 11; n++) await join(person, await aCampaign(creator))
  const { domains } = (await call(moderator, 'GET', '/moderation/joins')).body
  expect(domains.map(({ mailDomain }: { mailDomain: string }) => mailDomain)).not.toContain(domain)
  expect((await counted(moderator, { mailDomain: domain })).body).toEqual({ pledges: null, counted: null, unconfirmed: null })
  const { store } = await theSite()
  await store.db.insertInto('sign_up_signal').values({ person_id: person.id, form_seconds: 2 }).execute()
  const refused = await call(moderator, 'POST', '/moderation/invalidations', { body: { selection: { mailDomain: domain }, reason, note } })
  expect(refused.body.data.fields).toEqual({ selection: 'SELECTION_TOO_SMALL' })
})

test('unconfirmed accounts of a domain do not lift the number of a person who has confirmed theirs over what is shown', async () => {
  const { campaign, moderator, domain } = await aBurst(1)
  for (const person of await Promise.all(Array.from({ length: 9 }, () => aPersonAt(domain, { isCounted: false })))) await join(person, campaign)
  const numbers = async () => [
    (await counted(moderator, { campaignId: campaign.id, mailDomain: domain })).body,
    (await call(moderator, 'GET', `/moderation/joins?campaign=${campaign.id}`)).body.domains,
  ]
  expect(await numbers()).toEqual([{ pledges: null, counted: null, unconfirmed: null }, []])
  await join(await aPersonAt(domain, { isCounted: false }), campaign)
  expect(await numbers()).toEqual([{ pledges: 10, counted: null, unconfirmed: 10 }, [{ mailDomain: domain, joins: 10 }]])
})

test('a moderator sees no numbers of who joins their own campaign', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const own = await aCampaign(moderator)
  expect((await counted(moderator, { campaignId: own.id, accountHours: 24 })).body.data.fields).toEqual({ campaignId: 'OWN_CAMPAIGN' })
  expect((await call(moderator, 'GET', `/moderation/joins?campaign=${own.slug}`)).body.data.fields).toEqual({ campaign: 'OWN_CAMPAIGN' })
})
