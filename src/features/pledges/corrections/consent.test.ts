import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBurst, aPersonAt, note, proposed, reason, started } from '#tests/support/corrections.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { endOfInvalidation, expectCleanRecount, join, pledgeStates, supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

// A site of its own, because it matters who else moderates the site.
ownSite()

const consent = (who: Person, id: string) => call(who, 'POST', `/moderation/invalidations/${id}/consent`)
const stop = (who: Person, id: string) => call(who, 'POST', `/moderation/invalidations/${id}/stop`)
const listed = async (who: Person, id: string) =>
  (await call(who, 'GET', '/moderation/invalidations')).body.items.find((item: { id: string }) => item.id === id)

test('a moderator without colleagues corrects alone, but never fewer than ten pledges', async () => {
  const { campaign, moderator, domain } = await aBurst(10)
  const { id, state } = await proposed(moderator, { mailDomain: domain })
  expect(state).toBe('running')
  expect(await endOfInvalidation(moderator, id)).toMatchObject({ state: 'done', pledges: 10, consent: null })
  expect(await supportersOf(campaign)).toBe(1)
  const selection = { campaignId: campaign.id, accountHours: 24 }
  const refused = await call(moderator, 'POST', '/moderation/invalidations', { body: { selection, reason, note } })
  expect(refused.body.data.fields).toEqual({ selection: 'SELECTION_TOO_SMALL' })
})

test('a correction of the whole site waits for a second moderator, and leaves out campaigns with fewer than ten of its pledges', async () => {
  const { campaign, moderator, domain, people } = await aBurst(10)
  const [second, other] = [await aPerson({ role: 'moderator' }), await aCampaign(await aPerson())]
  const [first] = people
  if (first) await join(first, other)
  const { id, state } = await proposed(moderator, { mailDomain: domain })
  expect(state).toBe('proposed')
  expect(await listed(moderator, id)).toMatchObject({ state: 'proposed', consent: 'second', isStartedByYou: true, consentedBy: null })
  expect(await listed(second, id)).toMatchObject({ isStartedByYou: false })
  expect((await call(second, 'GET', '/moderation/reports/summary')).body.joins).toBeGreaterThan(0)
  expect(await consent(moderator, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await supportersOf(campaign)).toBe(11)
  expect((await consent(second, id)).status).toBe(200)
  expect((await consent(second, id)).status).toBe(200)
  expect(await endOfInvalidation(second, id)).toMatchObject({ state: 'done', pledges: 10, consentedBy: expect.any(String) })
  expect(await Promise.all([supportersOf(campaign), supportersOf(other)])).toEqual([1, 2])
  await expectCleanRecount()
})

test('a correction of fewer than ten pledges waits for another administrator, and nobody can tell whether it has any', async () => {
  const { campaign, moderator, domain, people } = await aBurst(3)
  const [second, admin] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'admin' })]
  const few = await proposed(moderator, { campaignId: campaign.id, mailDomain: domain })
  const none = await proposed(moderator, { campaignId: campaign.id, mailDomain: 'nobody.test' })
  expect([few.state, none.state]).toEqual(['proposed', 'proposed'])
  const { id: _, startedAt: __, selection: ___, ...one } = await listed(admin, few.id)
  const { id: ____, startedAt: _____, selection: ______, ...another } = await listed(admin, none.id)
  expect(one).toEqual(another)
  expect(one).toMatchObject({ consent: 'admin', pledges: null })
  for (const who of [moderator, second]) expect((await consent(who, few.id)).body.code).toBe('FORBIDDEN')
  expect((await consent(admin, few.id)).status).toBe(200)
  await endOfInvalidation(admin, few.id)
  expect(await pledgeStates(campaign, people)).toEqual(Array(3).fill('invalid'))
  expect((await stop(second, none.id)).status).toBe(200)
  expect(await listed(admin, none.id)).toMatchObject({ state: 'declined', undoableUntil: null })
  expect((await consent(admin, none.id)).body.code).toBe('NOT_PROPOSED')
  await expectCleanRecount()
})

test('more than a tenth of a campaign of a hundred waits for a second moderator, who is not its creator', async () => {
  const { campaign, moderator, domain } = await aBurst(11)
  const second = await aPerson({ role: 'moderator' })
  expect((await proposed(moderator, { campaignId: campaign.id, mailDomain: domain })).state).toBe('running')
  const own = await aCampaign(second)
  const crowd = await Promise.all(Array.from({ length: 12 }, () => aPersonAt(`t${domain}`)))
  for (const person of [...crowd, ...(await Promise.all(Array.from({ length: 90 }, () => aPerson())))]) await join(person, own)
  const { id, state } = await proposed(moderator, { campaignId: own.id, mailDomain: `t${domain}` })
  expect(state).toBe('proposed')
  expect((await consent(second, id)).body.data.fields).toEqual({ id: 'OWN_CAMPAIGN' })
  expect((await stop(moderator, id)).status).toBe(200)
  expect(await listed(moderator, id)).toMatchObject({ state: 'declined' })
  expect(await supportersOf(own)).toBe(103)
})

test('administrators, and nobody else, are notified of each correction, and the audit log has what became of it', async () => {
  const { moderator, campaign } = await aBurst(2)
  const [admin, other] = [await aPerson({ role: 'admin' }), await aPerson({ role: 'moderator' })]
  const bell = async (who: Person) => (await call(who, 'GET', '/notifications')).body.items.filter(({ type }: { type: string }) => type === 'count_corrected')
  const { id } = await proposed(moderator, { campaignId: campaign.id, accountHours: 24 })
  await until(async () => (await bell(admin)).length > 0)
  expect(await bell(admin)).toMatchObject([{ actor: { id: moderator.id }, campaign: { id: campaign.id } }])
  expect(await bell(other)).toEqual([])
  await consent(admin, id)
  await endOfInvalidation(admin, id)
  const { items } = (await call(admin, 'GET', '/jobs/log?limit=2')).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['pledges.consent', 'pledges.propose'])
})

test('a second correction of a campaign within ninety days waits for somebody else, so nobody compares two alone or takes out a campaign in slices', async () => {
  const { campaign, moderator, domain } = await aBurst(11)
  const second = await aPerson({ role: 'moderator' })
  const another = `e${domain}`
  for (const person of await Promise.all(Array.from({ length: 10 }, () => aPersonAt(another)))) await join(person, campaign)
  const first = await proposed(moderator, { campaignId: campaign.id, mailDomain: domain })
  expect(first.state).toBe('running')
  await endOfInvalidation(moderator, first.id)
  const slice = { campaignId: campaign.id, mailDomain: another }
  expect((await proposed(moderator, slice)).state).toBe('proposed')
  expect((await call(moderator, 'POST', `/moderation/invalidations/${first.id}/undo`, { body: { reason, note } })).status).toBe(200)
  await endOfInvalidation(moderator, first.id)
  const again = await proposed(moderator, slice)
  expect(again.state).toBe('proposed')
  expect(await listed(second, again.id)).toMatchObject({ consent: 'second' })
  const { store } = await theSite()
  await store.db.updateTable('invalidation').set({ created_at: sql`now() - interval '91 days'` }).where('campaign_id', '=', campaign.id).execute()
  expect((await proposed(moderator, slice)).state).toBe('running')
  await expectCleanRecount()
})

test('corrections that overlap never change a count by fewer than ten without an administrator', async () => {
  const { campaign, moderator, domain, people } = await aBurst(12)
  const [second, admin] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'admin' })]
  const { store } = await theSite()
  const quick = people.slice(0, 11)
  await store.db
    .insertInto('sign_up_signal')
    .values(quick.map(({ id }) => ({ person_id: id, form_seconds: 7 })))
    .execute()
  // Proposed while it would have taken twelve out, agreed to when one is left.
  const wide = await proposed(moderator, { mailDomain: domain })
  const narrow = await proposed(moderator, { campaignId: campaign.id, mailDomain: domain, formSeconds: 10 })
  for (const { id, state } of [narrow, wide]) {
    if (state === 'proposed') expect((await consent(second, id)).status).toBe(200)
    await endOfInvalidation(moderator, id)
  }
  expect(await listed(moderator, wide.id)).toMatchObject({ state: 'declined', pledges: null })
  expect(await supportersOf(campaign)).toBe(2)

  // Eleven of the twelve have a second correction, so an undo of the first would bring back one.
  const last = await started(moderator, { campaignId: campaign.id, mailDomain: domain })
  await endOfInvalidation(moderator, last)
  expect(await supportersOf(campaign)).toBe(1)
  for (const who of [moderator, second]) {
    const refused = await call(who, 'POST', `/moderation/invalidations/${last}/undo`, { body: { reason, note } })
    expect(refused.body.data.fields).toEqual({ selection: 'UNDO_TOO_SMALL' })
  }
  expect(await supportersOf(campaign)).toBe(1)
  expect((await call(admin, 'POST', `/moderation/invalidations/${last}/undo`, { body: { reason, note } })).status).toBe(200)
  await endOfInvalidation(admin, last)
  expect(await supportersOf(campaign)).toBe(2)
  await expectCleanRecount()
})
