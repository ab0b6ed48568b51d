import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { movePublishing } from '#tests/support/campaigns.ts'
import { aBurst, aPersonAt, counted, note, reason, started, undone } from '#tests/support/corrections.ts'
import { endOfInvalidation, expectCleanRecount, join, pledgeStates, supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { takeSnapshots } from '../count/server/snapshot.ts'
import { countPerson } from '../server/confirm.ts'
import { openAddressKey } from '../server/public.ts'

test('a moderator takes a group of pledges out with a public note, their people can see that, and an undo restores all', async () => {
  const { campaign, moderator, domain, people } = await aBurst(12)
  await join(await aPerson(), campaign)
  const waiting = await aPersonAt(domain, { isCounted: false })
  await join(waiting, campaign)
  const preview = await counted(moderator, { campaignId: campaign.id, mailDomain: domain })
  expect(preview.body).toEqual({ pledges: 10, counted: 10, unconfirmed: null })

  const id = await started(moderator, { campaignId: campaign.id, mailDomain: domain })
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'done', pledges: 10, progress: 1, campaign: { slug: campaign.slug } })
  expect(await supportersOf(campaign)).toBe(2)
  expect(await ownState(people[0] as Person, campaign)).toBe('removed')
  expect(await ownState(waiting, campaign)).toBe('unconfirmed')
  expect((await call(people[0] as Person, 'GET', '/me/pledges')).body.items[0].pledge.state).toBe('removed')
  expect((await call(people[0] as Person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.pledge.state).toBe('removed')
  await expectCleanRecount()

  expect(
    (await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason: 'They wrote to us.', note: 'They were genuine.' } })).status,
  ).toBe(200)
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'undone', restored: 10 })
  expect(await supportersOf(campaign)).toBe(14)
  expect(await ownState(people[0] as Person, campaign)).toBe('counted')
  await expectCleanRecount()

  const { store } = await theSite()
  await sql`update count_correction set corrected_at = corrected_at - interval '1 day' where campaign_id = ${campaign.id}`.execute(store.db)
  await movePublishing(store.db, [campaign.id], sql`published_at - interval '1 day'`)
  await takeSnapshots(store.db)
  await movePublishing(store.db, [campaign.id], sql`published_at + interval '1 day'`)
  const { corrections } = (await call(null, 'GET', `/campaigns/${campaign.id}/count`)).body
  expect(corrections).toEqual([
    expect.objectContaining({ reason: 'restored', note: 'They were genuine.', removed: -12, count_before: 2, count_after: 14 }),
    expect.objectContaining({ reason: 'invalidated', note, removed: 12, count_before: 14, count_after: 2 }),
  ])
})

test('people whose pledge was taken out ask for a look, and a moderator brings back theirs, then those of some conditions, with a public note each', async () => {
  const { campaign, moderator, people, domain } = await aBurst(12)
  const other = `e${uuidv7().slice(-10)}.test`
  const others = await Promise.all(Array.from({ length: 10 }, () => aPersonAt(other)))
  for (const person of others) await join(person, campaign)
  const [first, second, ...rest] = people as [Person, Person, ...Person[]]
  const look = (who: Person) => call(who, 'PUT', `/campaigns/${campaign.id}/pledge/look`)
  expect((await look(first)).status).toBe(404)
  const id = await started(moderator, { campaignId: campaign.id, accountHours: 24 })
  await endOfInvalidation(moderator, id)
  expect(await ownState(first, campaign)).toBe('removed')
  for (const who of [first, second, first]) expect((await look(who)).body).toEqual({ isLookAsked: true })
  const asks = async (who: Person) => (await call(who, 'GET', `/campaigns/${campaign.id}/pledge`)).body.isLookAsked
  expect([await asks(first), await asks(rest[0] as Person)]).toEqual([true, false])
  const listed = async () => (await call(moderator, 'GET', '/moderation/invalidations')).body.items.find((item: { id: string }) => item.id === id)
  expect(await listed()).toMatchObject({ isLookAsked: true, looksAsked: null, state: 'done' })
  expect(JSON.stringify(await listed())).not.toContain(first.id)

  const undo = (part: object | undefined, text: string) =>
    call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note: text, part } })
  const { store } = await theSite()
  expect((await undo({}, 'They were genuine.')).body.data.fields).toEqual({ selection: 'SELECTION_EMPTY' })
  expect((await undo({ isLookAsked: true }, 'They asked us.')).status).toBe(200)
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'partly_undone', isLookAsked: false, undoableUntil: expect.any(String) })
  expect(await pledgeStates(campaign, [...people, ...others])).toEqual(['counted', 'counted', ...Array(20).fill('invalid')])
  await expectCleanRecount()

  // Fewer than ten people, or fewer than ten that stay out, would be a public number about them.
  await store.db
    .updateTable('person')
    .set({ email: `${first.id}@single.${domain}` })
    .where('id', '=', (rest[0] as Person).id)
    .execute()
  // As if the person had joined with this address.
  await store.db
    .updateTable('pledge')
    .set({ domain_key: null })
    .where('person_id', '=', (rest[0] as Person).id)
    .execute()
  for (const mailDomain of [`single.${domain}`, domain, 'nobody.test'])
    expect((await undo({ mailDomain }, 'One of them was genuine.')).body.data.fields).toEqual({ selection: 'PART_TOO_SMALL' })
  expect((await undo({ mailDomain: other, accountHours: 24 }, 'One provider was genuine.')).status).toBe(200)
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'partly_undone' })
  expect(await pledgeStates(campaign, [...rest, ...others])).toEqual([...Array(10).fill('invalid'), ...Array(10).fill('counted')])
  await store.db
    .updateTable('person')
    .set({ email: `${(rest[0] as Person).id}@${domain}` })
    .where('id', '=', (rest[0] as Person).id)
    .execute()
  // These ten would leave one: the creator.
  expect((await undo({ mailDomain: domain }, 'These were genuine.')).body.data.fields).toEqual({ selection: 'PART_TOO_SMALL' })
  expect((await undo(undefined, 'All were genuine.')).status).toBe(200)
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'undone', undoableUntil: null })
  expect(await pledgeStates(campaign, [...people, ...others])).toEqual(Array(22).fill('counted'))
  await expectCleanRecount()
  const corrections = await store.db
    .selectFrom('count_correction')
    .select(['reason', 'note', sql<number>`(count_before - count_after)::int`.as('removed')])
    .where('campaign_id', '=', campaign.id)
    .orderBy('corrected_at')
    .execute()
  expect(corrections).toEqual([
    { reason: 'invalidated', note, removed: 23 },
    { reason: 'restored', note: 'They asked us.', removed: -2 },
    { reason: 'restored', note: 'One provider was genuine.', removed: -10 },
    { reason: 'restored', note: 'All were genuine.', removed: -11 },
  ])
})

test('another moderator than the one who started a correction answers the people who asked when the list was read, and the others can still ask', async () => {
  const { campaign, moderator, people } = await aBurst(4)
  const [first, second, third] = people as [Person, Person, Person]
  const other = await aPerson({ role: 'moderator' })
  const own = async (who: Person) => (await call(who, 'GET', `/campaigns/${campaign.id}/pledge`)).body
  const look = (who: Person) => call(who, 'PUT', `/campaigns/${campaign.id}/pledge/look`)
  const id = await started(moderator, { campaignId: campaign.id, accountHours: 24 })
  await endOfInvalidation(moderator, id)
  expect(await own(first)).toMatchObject({ isLookPossible: true, isLookAsked: false, isLookAnswered: false })
  const list = async () => (await call(other, 'GET', '/moderation/invalidations')).body
  const listed = async () => (await list()).items.find((item: { id: string }) => item.id === id)
  const uphold = async (who: Person, { why = reason, seenAt }: { why?: string; seenAt?: string } = {}) =>
    call(who, 'POST', `/moderation/invalidations/${id}/uphold`, { body: { reason: why, seenAt: seenAt ?? (await list()).seenAt } })
  expect((await uphold(other)).body.code).toBe('NOBODY_WAITS')
  const { seenAt: early } = await list()
  expect((await look(first)).status).toBe(200)
  expect(await own(first)).toMatchObject({ isLookPossible: false, isLookAsked: true, isLookAnswered: false })
  const { db } = (await theSite()).store
  const waiting = async () => (await sql`select from moderator_work where page = 'joins'`.execute(db)).rows.length
  const before = await waiting()

  expect((await uphold(first, { seenAt: early })).status).toBe(404)
  expect((await uphold(other, { why: ' ' })).body.data.fields).toEqual({ reason: 'REASON_MISSING' })
  expect((await uphold(moderator)).body.data.fields).toEqual({ id: 'OWN_CORRECTION' })
  expect((await uphold(other, { seenAt: early })).body.code).toBe('NOBODY_WAITS')
  const { seenAt } = await list()
  expect((await look(second)).status).toBe(200)
  expect((await uphold(other, { seenAt })).status).toBe(200)
  const answered = { pledge: { state: 'removed' }, isLookPossible: false, isLookAsked: false, isLookAnswered: true, hoursToLook: null }
  expect(await own(first)).toMatchObject(answered)
  expect((await look(first)).status).toBe(404)
  expect(await own(second)).toMatchObject({ isLookPossible: false, isLookAsked: true, isLookAnswered: false })
  expect(await own(third)).toMatchObject({ isLookPossible: true, isLookAsked: false, isLookAnswered: false })
  expect(await waiting()).toBe(before)
  expect(await listed()).toMatchObject({ isLookAsked: true, lookedAt: expect.any(String), undoableUntil: expect.any(String) })
  expect((await uphold(other)).status).toBe(200)
  expect(await own(second)).toMatchObject(answered)
  expect(await waiting()).toBe(before - 1)
  expect(await listed()).toMatchObject({ isLookAsked: false })
  expect((await uphold(other)).body.code).toBe('NOBODY_WAITS')
  expect((await look(third)).status).toBe(200)
  expect(await listed()).toMatchObject({ isLookAsked: true })

  await sql`update invalidation set created_at = now() - interval '91 days' where id = ${id}`.execute(db)
  expect(await own(first)).toMatchObject(answered)
  expect(await own(third)).toMatchObject({ isLookPossible: false, isLookAsked: false, isLookAnswered: false })
  expect((await look(people[3] as Person)).status).toBe(404)
  expect((await uphold(other)).body.code).toBe('NOT_UNDOABLE')
})

test('joins are grouped by how long the sign-up form was open, and can be taken out by that', async () => {
  const { campaign, moderator, people } = await aBurst(12)
  const { store } = await theSite()
  const [slow, ...quick] = people as [Person, ...Person[]]
  const times = people.map(({ id }) => ({ person_id: id, form_seconds: id === slow.id ? 45 : 7 }))
  await store.db.insertInto('sign_up_signal').values(times).execute()
  const { forms } = (await call(moderator, 'GET', `/moderation/joins?campaign=${campaign.id}`)).body
  expect(forms).toEqual([
    { underSeconds: 3, joins: null },
    { underSeconds: 10, joins: 10 },
    { underSeconds: 30, joins: null },
    { underSeconds: null, joins: null },
  ])
  const preview = async (seconds: number) => (await counted(moderator, { campaignId: campaign.id, formSeconds: seconds })).body.pledges
  expect([await preview(3), await preview(10), await preview(30)]).toEqual([null, 10, 10])
  const id = await started(moderator, { campaignId: campaign.id, formSeconds: 10 })
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ pledges: 10, selection: { formSeconds: 10 } })
  expect(new Set(await pledgeStates(campaign, quick))).toEqual(new Set(['invalid']))
  expect(await pledgeStates(campaign, [slow])).toEqual(['counted'])
  expect(await supportersOf(campaign)).toBe(2)
  await expectCleanRecount()
})

test('when a counted pledge is taken out, no other pledge of its mailbox counts until the undo, also a new one', async () => {
  const { campaign, moderator } = await aBurst(0)
  const name = `t${uuidv7().slice(-8)}`
  const [first, second, third] = [
    await aPersonAt('gmail.com', { name }),
    await aPersonAt('googlemail.com', { name }),
    await aPersonAt('gmail.com', { name: `${name}+3` }),
  ]
  for (const person of [first, second]) await join(person, campaign)
  expect(await pledgeStates(campaign, [first, second])).toEqual(['counted', 'repeated'])
  const { store } = await theSite()
  await store.db.insertInto('sign_up_signal').values({ person_id: first.id, form_seconds: 2 }).execute()
  const id = await started(moderator, { campaignId: campaign.id, formSeconds: 3 })
  await endOfInvalidation(moderator, id)
  await join(third, campaign)
  expect(await pledgeStates(campaign, [first, second, third])).toEqual(['invalid', 'repeated', 'repeated'])
  expect(await supportersOf(campaign)).toBe(1)
  await expectCleanRecount()
  await undone(id)
  await endOfInvalidation(moderator, id)
  expect(await pledgeStates(campaign, [first, second, third])).toEqual(['counted', 'repeated', 'repeated'])
  expect(await supportersOf(campaign)).toBe(2)
  await expectCleanRecount()
})

test('people who changed their address or deleted their account after joining are taken out with the mail domain that they joined with', async () => {
  const { campaign, moderator, domain, people } = await aBurst(14)
  const [renamed, deleted, late] = [people.slice(0, 4), people.slice(4, 8), await aPersonAt(domain, { isCounted: false })]
  const { store, config } = await theSite()
  await join(late, campaign)
  await store.db
    .updateTable('person')
    .set({ email: `${late.id}@elsewhere.test` })
    .where('id', '=', late.id)
    .execute()
  await countPerson(store.db, { personId: late.id, addressKey: openAddressKey(config.authSecret) })
  for (const { id } of renamed)
    await store.db
      .updateTable('person')
      .set({ email: `${id}@elsewhere.test` })
      .where('id', '=', id)
      .execute()
  for (const person of deleted) await left(person)
  expect((await counted(moderator, { mailDomain: domain })).body).toMatchObject({ pledges: 10, counted: 10 })
  for (const selection of [{ campaignId: campaign.id, mailDomain: domain }, { mailDomain: domain }]) {
    const id = await started(moderator, selection)
    await endOfInvalidation(moderator, id)
    expect(await pledgeStates(campaign, [...people, late])).toEqual([...Array(14).fill('invalid'), 'counted'])
    expect(
      (await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note, part: { mailDomain: 'elsewhere.test' } } })).body.data
        .fields,
    ).toEqual({ selection: 'PART_TOO_SMALL' })
    expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).status).toBe(200)
    await endOfInvalidation(moderator, id)
    expect(await supportersOf(campaign)).toBe(16)
  }
  await expectCleanRecount()
})

test('an invalidation that was stopped half way can be undone, and a pledge whose address was confirmed meanwhile counts', async () => {
  const { campaign, moderator, domain } = await aBurst(3)
  const waiting = await aPersonAt(domain, { isCounted: false })
  await join(waiting, campaign)
  const id = await started(moderator, { campaignId: campaign.id, accountHours: 24 })
  await endOfInvalidation(moderator, id)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/stop`)).body.code).toBe('NOT_RUNNING')
  const { store } = await theSite()
  await store.db.updateTable('invalidation').set({ state: 'stopped' }).where('id', '=', id).execute()
  await countPerson(store.db, { personId: waiting.id, addressKey: openAddressKey((await theSite()).config.authSecret) })
  expect(await ownState(waiting, campaign)).toBe('removed')
  await undone(id)
  await endOfInvalidation(moderator, id)
  expect(await ownState(waiting, campaign)).toBe('counted')
  expect(await supportersOf(campaign)).toBe(5)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).body.code).toBe('NOT_UNDOABLE')
  await expectCleanRecount()
})

test('a mailbox that was taken out does not count again through another spelling, also if both accounts join at the same moment', async () => {
  const { campaign, moderator } = await aBurst(0)
  const name = `w${uuidv7().slice(-8)}`
  const [first, second] = [await aPersonAt('gmail.com', { name }), await aPersonAt('googlemail.com', { name })]
  await join(first, campaign)
  await endOfInvalidation(moderator, await started(moderator, { campaignId: campaign.id, accountHours: 24 }))
  await Promise.all([join(first, campaign), join(second, campaign)])
  expect(await pledgeStates(campaign, [first, second])).toEqual(['invalid', 'repeated'])
  await expectCleanRecount()
})

test('a moderator can neither stop nor undo an invalidation that has corrected the count of their own campaign', async () => {
  const { moderator: other, domain, people } = await aBurst(10)
  const moderator = await aPerson({ role: 'moderator' })
  const own = await aCampaign(moderator)
  for (const person of people) await join(person, own)
  const everywhere = await started(other, { mailDomain: domain })
  await endOfInvalidation(other, everywhere)
  const act = (who: Person, what: string, id: string) =>
    call(who, 'POST', `/moderation/invalidations/${id}/${what}`, { body: what === 'undo' ? { reason, note } : undefined })
  expect((await act(moderator, 'undo', everywhere)).body.data?.fields).toEqual({ id: 'OWN_CAMPAIGN' })
  const one = await started(other, { campaignId: own.id, formSeconds: 3 })
  await endOfInvalidation(other, one)
  expect((await act(moderator, 'stop', one)).body.data?.fields).toEqual({ id: 'OWN_CAMPAIGN' })
  expect((await act(other, 'undo', everywhere)).status).toBe(200)
})

test('a correction of the whole site leaves out the campaigns of the moderator who starts it', async () => {
  const { campaign, domain, people, moderator: other } = await aBurst(10)
  const moderator = await aPerson({ role: 'moderator' })
  const own = await aCampaign(moderator)
  for (const person of await Promise.all(Array.from({ length: 10 }, () => aPersonAt(domain)))) await join(person, own)
  expect((await counted(moderator, { mailDomain: domain })).body.pledges).toBe(10)
  expect((await counted(other, { mailDomain: domain })).body.pledges).toBe(20)
  expect(await endOfInvalidation(moderator, await started(moderator, { mailDomain: domain }))).toMatchObject({ pledges: 10 })
  expect(await Promise.all([supportersOf(campaign), supportersOf(own)])).toEqual([1, 11])
  expect(new Set(await pledgeStates(campaign, people))).toEqual(new Set(['invalid']))
  await expectCleanRecount()
})

test('a moderator can neither correct the count of their own campaign nor undo such a correction', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const own = await aCampaign(moderator)
  const body = { selection: { campaignId: own.id, accountHours: 1 }, reason, note }
  expect((await call(moderator, 'POST', '/moderation/invalidations', { body })).body.data.fields).toEqual({ campaignId: 'OWN_CAMPAIGN' })
  const other = await aPerson({ role: 'moderator' })
  const id = await started(other, body.selection)
  await endOfInvalidation(other, id)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${id}/undo`, { body: { reason, note } })).body.data.fields).toEqual({ id: 'OWN_CAMPAIGN' })
  await undone(id)
})

const ownState = async (person: Person, { id }: { id: string }) => (await call(person, 'GET', `/campaigns/${id}/pledge`)).body.pledge.state
