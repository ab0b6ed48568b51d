import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { differences } from '#main/operations/recount.ts'
import { countsSettled } from '#tests/support/content-hash.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { takeSnapshots } from '../count/server/snapshot.ts'
import { countPerson } from '../server/confirm.ts'
import { openAddressKey } from '../server/public.ts'
import { raiseAlarm } from './server/alarm.ts'

const note = 'A review found that these pledges were made automatically, not by individual people.'
const reason = 'Forty accounts of one provider within two minutes.'

test('a group of pledges is taken out with a public note, its people can see it, and an undo brings everything back', async () => {
  const { campaign, moderator, domain, people } = await aBurst(12)
  await join(await aPerson(), campaign)
  const waiting = await aPersonAt(domain, { isCounted: false })
  await join(waiting, campaign)
  const preview = await call(moderator, 'GET', `/moderation/invalidations/preview?campaignId=${campaign.id}&mailDomain=${domain}`)
  expect(preview.body).toMatchObject({ pledges: 13, counted: 12, unconfirmed: null })
  expect(preview.body.sample).toHaveLength(12)
  expect(preview.body.sample[0]).toMatchObject({ mailDomain: domain, accountHours: 0 })
  expect(JSON.stringify(preview.body)).not.toContain(people[0]?.id)

  const id = await started(moderator, { campaignId: campaign.id, mailDomain: domain })
  expect(await ended(moderator, id)).toMatchObject({ state: 'done', pledges: 13, progress: 1, campaign: { slug: campaign.slug } })
  expect(await supportersOf(campaign)).toBe(2)
  expect(await ownState(people[0] as Person, campaign)).toBe('removed')
  expect(await ownState(waiting, campaign)).toBe('unconfirmed')
  expect((await call(people[0] as Person, 'GET', '/me/pledges')).body.items[0].pledge.state).toBe('removed')
  expect((await call(people[0] as Person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.pledge.state).toBe('removed')
  await recountClean()

  expect(
    (await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason: 'They wrote to us.', note: 'They were genuine.' } })).status,
  ).toBe(200)
  expect(await ended(moderator, id)).toMatchObject({ state: 'undone', restored: 13 })
  expect(await supportersOf(campaign)).toBe(14)
  expect(await ownState(people[0] as Person, campaign)).toBe('counted')
  await recountClean()

  const { store } = await theSite()
  await sql`update count_correction set corrected_at = corrected_at - interval '1 day' where campaign_id = ${campaign.id}`.execute(store.db)
  await sql`update campaign set published_at = published_at - interval '1 day' where id = ${campaign.id}`.execute(store.db)
  await takeSnapshots(store.db)
  await sql`update campaign set published_at = published_at + interval '1 day' where id = ${campaign.id}`.execute(store.db)
  const { corrections } = (await call(null, 'GET', `/campaigns/${campaign.id}/count`)).body
  expect(corrections).toEqual([
    expect.objectContaining({ reason: 'restored', note: 'They were genuine.', removed: -12, count_before: 2, count_after: 14 }),
    expect.objectContaining({ reason: 'invalidated', note, removed: 12, count_before: 14, count_after: 2 }),
  ])
})

test('where a counted pledge is taken out, the oldest twin of its mailbox takes its place, and stays there after the undo', async () => {
  const { campaign, moderator } = await aBurst(0)
  const name = `t${uuidv7().slice(-8)}`
  const [first, second, third] = [
    await aPersonAt('gmail.com', { name }),
    await aPersonAt('googlemail.com', { name }),
    await aPersonAt('gmail.com', { name: `${name}+3` }),
  ]
  for (const person of [first, second, third]) await join(person, campaign)
  expect(await statesOf(campaign, [first, second, third])).toEqual(['counted', 'repeated', 'repeated'])
  await inHours(first, -3)
  const id = await started(moderator, { campaignId: campaign.id, joinedTo: new Date(Date.now() - 3_600_000).toISOString() })
  await ended(moderator, id)
  expect(await statesOf(campaign, [first, second, third])).toEqual(['invalid', 'counted', 'repeated'])
  await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })
  await ended(moderator, id)
  expect(await statesOf(campaign, [first, second, third])).toEqual(['repeated', 'counted', 'repeated'])
  expect(await supportersOf(campaign)).toBe(2)
  await recountClean()
})

test('the pledges of what was stopped half way can be undone, and an address confirmed meanwhile counts from then on', async () => {
  const { campaign, moderator, domain } = await aBurst(3)
  const waiting = await aPersonAt(domain, { isCounted: false })
  await join(waiting, campaign)
  const id = await started(moderator, { campaignId: campaign.id, mailDomain: domain })
  await ended(moderator, id)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/stop`)).body.code).toBe('NOT_RUNNING')
  const { store } = await theSite()
  await store.db.updateTable('invalidation').set({ state: 'stopped' }).where('id', '=', id).execute()
  await countPerson(store.db, { personId: waiting.id, addressKey: openAddressKey((await theSite()).config.authSecret) })
  expect(await ownState(waiting, campaign)).toBe('removed')
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).status).toBe(200)
  await ended(moderator, id)
  expect(await ownState(waiting, campaign)).toBe('counted')
  expect(await supportersOf(campaign)).toBe(5)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).body.code).toBe('NOT_UNDOABLE')
  await recountClean()
})

test('someone whose twin was taken out counts, also if the twin joins again at the same moment', async () => {
  const { campaign, moderator } = await aBurst(0)
  const name = `w${uuidv7().slice(-8)}`
  const [first, second] = [await aPersonAt('gmail.com', { name }), await aPersonAt('googlemail.com', { name })]
  await join(first, campaign)
  await ended(moderator, await started(moderator, { campaignId: campaign.id, mailDomain: 'gmail.com' }))
  await Promise.all([join(first, campaign), join(second, campaign)])
  expect(await statesOf(campaign, [first, second])).toEqual(['invalid', 'counted'])
  await recountClean()
})

test('moderators see numbers under 10 nowhere, and neither a selection of everybody nor a note with a domain is accepted', async () => {
  const { campaign, moderator, domain } = await aBurst(9)
  const preview = (await call(moderator, 'GET', `/moderation/invalidations/preview?campaignId=${campaign.id}&mailDomain=${domain}`)).body
  const nobody = (await call(moderator, 'GET', `/moderation/invalidations/preview?campaignId=${campaign.id}&mailDomain=nobody.test`)).body
  expect(preview).toEqual({ pledges: null, counted: null, unconfirmed: null, sample: [] })
  expect(nobody).toEqual(preview)
  const joins = (await call(moderator, 'GET', `/moderation/joins?campaign=${campaign.slug}`)).body
  expect(joins).toMatchObject({
    campaign: { id: campaign.id, supporters: 10 },
    domains: [],
    otherDomains: 10,
    ages: [{ underHours: 1, joins: 10 }, {}, {}, {}],
  })
  expect(joins.hours[0]).toMatchObject({ joins: 10, isBurst: false })
  const refused = async (body: object) => (await call(moderator, 'POST', '/moderation/invalidations', { body })).body.code
  expect(await refused({ selection: { campaignId: campaign.id }, reason, note })).toBe('SELECTION_EMPTY')
  expect(await refused({ selection: { mailDomain: 'not a domain' }, reason, note })).toBe('DOMAIN_INVALID')
  expect(await refused({ selection: { mailDomain: domain }, reason, note: `All from ${domain}` })).toBe('NOTE_NAMES_SOURCE')
  expect(await refused({ selection: { mailDomain: domain }, reason: ' ', note })).toBe('REASON_MISSING')
  expect(await refused({ selection: { mailDomain: domain, campaignId: uuidv7() }, reason, note })).toBe('CAMPAIGN_UNKNOWN')
})

test('a moderator neither corrects the count of an own campaign nor undoes such a correction', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const own = await aCampaign(moderator)
  const body = { selection: { campaignId: own.id, accountHours: 1 }, reason, note }
  expect((await call(moderator, 'POST', '/moderation/invalidations', { body })).body.data.fields).toEqual({ campaignId: 'OWN_CAMPAIGN' })
  const other = await aPerson({ role: 'moderator' })
  const id = await started(other, body.selection)
  await ended(other, id)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).body.data.fields).toEqual({ id: 'OWN_CAMPAIGN' })
  expect((await call(other, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).status).toBe(200)
})

test('moderators, and nobody else, are notified once a day of a campaign with ten times its usual joins', async () => {
  const { store } = await theSite()
  const { campaign, moderator } = await aBurst(19)
  const bell = async (person: Person) => (await call(person, 'GET', '/notifications')).body.items.filter(({ type }: { type: string }) => type === 'count_alarm')
  await sql`update campaign set published_at = now() - interval '30 days' where id = ${campaign.id}`.execute(store.db)
  await sql`
    insert into campaign_day (campaign_id, day, added) select ${campaign.id}, (now() at time zone 'UTC')::date - 3, 6720 on conflict do nothing`.execute(
    store.db,
  )
  expect(await raiseAlarm(store.db)).toBe(false)
  await sql`delete from campaign_day where campaign_id = ${campaign.id} and added = 6720`.execute(store.db)
  expect(await raiseAlarm(store.db)).toBe(true)
  const [alarmed] = await until(async () => {
    const items = await bell(moderator)
    return items.length ? items : null
  })
  expect(alarmed.campaign.slug).toBe(campaign.slug)
  expect(await raiseAlarm(store.db)).toBe(false)
  expect(await bell(await aPerson())).toEqual([])
  await store.db.updateTable('person').set({ role: 'member' }).where('id', '=', moderator.id).execute()
  expect(await bell(moderator)).toEqual([])
})

/** A campaign with this many counted supporters of one mail domain besides its creator. */
async function aBurst(count: number) {
  const campaign = await aCampaign(await aPerson())
  const domain = `d${uuidv7().slice(-10)}.test`
  const people = await Promise.all(Array.from({ length: count }, () => aPersonAt(domain)))
  for (const person of people) await join(person, campaign)
  return { campaign, domain, people, moderator: await aPerson({ role: 'moderator' }) }
}

async function aPersonAt(domain: string, { name, isCounted = true }: { name?: string; isCounted?: boolean } = {}): Promise<Person> {
  const person = await aPerson({ isCounted })
  const { store } = await theSite()
  const email = `${name ?? person.id}@${domain}`
  await store.db.updateTable('person').set({ email, email_verified: isCounted }).where('id', '=', person.id).execute()
  return person
}

async function join(person: Person, { id }: { id: string }) {
  expect((await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })).status).toBe(200)
}

async function inHours(person: Person, hours: number) {
  const { store } = await theSite()
  await sql`update pledge set created_at = created_at + make_interval(hours => ${hours}) where person_id = ${person.id}`.execute(store.db)
}

async function started(moderator: Person, selection: object): Promise<string> {
  const { status, body } = await call(moderator, 'POST', '/moderation/invalidations', { body: { selection, reason, note } })
  expect([status, body.code]).toEqual([200, undefined])
  return body.id
}

const ended = (moderator: Person, id: string) =>
  until(async () => {
    const { items } = (await call(moderator, 'GET', '/moderation/invalidations')).body
    const found = items.find((item: { id: string }) => item.id === id)
    return found && found.state !== 'running' && found.state !== 'undoing' ? found : null
  })

const supportersOf = async ({ slug }: { slug: string }) => (await call(null, 'GET', `/campaigns/${slug}`)).body.count.supporters
const ownState = async (person: Person, { id }: { id: string }) => (await call(person, 'GET', `/campaigns/${id}/pledge`)).body.pledge.state

async function statesOf({ id }: { id: string }, people: Person[]) {
  const { store } = await theSite()
  const rows = await store.db.selectFrom('pledge').select(['person_id', 'state']).where('campaign_id', '=', id).execute()
  return people.map((person) => rows.find(({ person_id }) => person_id === person.id)?.state)
}

async function recountClean() {
  const { store } = await theSite()
  await countsSettled(store)
  expect(await differences(store)).toEqual([])
}
