import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { plantNotification } from '#tests/support/notifications.ts'
import { tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const join = (who: Person | null, id: string, body?: object) => tryToJoin(who, { id }, body)
const setPrivate = (who: Person | null, id: string, isPrivate: boolean) => call(who, 'PATCH', `/campaigns/${id}/pledge`, { body: { isPrivate } })
const pledgeOf = async (who: Person, id: string) => (await call(who, 'GET', `/campaigns/${id}`)).body.viewer.pledge
const onProfile = async (who: Person) => {
  const [list, profile] = await Promise.all([call(null, 'GET', `/profiles/${who.id}/pledges`), call(null, 'GET', `/profiles/${who.id}`)])
  return [list.body.items.length, profile.body.counts.pledges]
}

test('a pledge can be made private and public again, and the count stays the same', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  await join(joiner, campaign.id, { isPrivate: false })
  expect(await onProfile(joiner)).toEqual([1, 1])
  expect(await setPrivate(joiner, campaign.id, true)).toMatchObject({ status: 200, body: { pledge: { state: 'counted', isPrivate: true } } })
  expect(await onProfile(joiner)).toEqual([0, 0])
  expect(await pledgeOf(joiner, campaign.id)).toEqual({ state: 'counted', isPrivate: true })
  expect((await call(joiner, 'GET', '/me/dashboard')).body.pledges.latest).toMatchObject([{ pledge: { isPrivate: true } }])
  // The request is repeated, like a retry.
  expect((await setPrivate(joiner, campaign.id, true)).body.pledge.isPrivate).toBe(true)
  expect((await setPrivate(joiner, campaign.id, false)).body.pledge.isPrivate).toBe(false)
  expect(await onProfile(joiner)).toEqual([1, 1])
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(2)
})

test('joining again, as a late retry does, never changes an existing pledge', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  await join(joiner, campaign.id, { isPrivate: false })
  await setPrivate(joiner, campaign.id, true)
  const answers = await Promise.all([join(joiner, campaign.id, { isPrivate: false }), join(joiner, campaign.id)])
  for (const { status, body } of answers) expect([status, body.pledge.isPrivate]).toEqual([200, true])
  expect(await pledgeOf(joiner, campaign.id)).toMatchObject({ isPrivate: true })
})

test('only its own person can change a pledge’s privacy, also while it is unconfirmed and after the campaign’s end', async () => {
  const creator = await aPerson()
  const [campaign, draft] = [await aCampaign(creator), await aCampaign(creator, { publish: false })]
  const waiting = await aPerson({ isCounted: false })
  await join(waiting, campaign.id)
  expect((await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })).status).toBe(200)
  expect((await setPrivate(waiting, campaign.id, true)).body).toEqual({ pledge: { state: 'unconfirmed', isPrivate: true } })
  expect((await setPrivate(creator, campaign.id, true)).body).toEqual({ pledge: { state: 'counted', isPrivate: true } })
  const absent = await setPrivate(creator, '00000000-0000-7000-8000-000000000000', true)
  expect(absent.status).toBe(404)
  const others = [await setPrivate(await aPerson(), campaign.id, true), await setPrivate(creator, draft.id, true)]
  for (const { status, body } of others) expect([status, body]).toEqual([404, absent.body])
  expect((await setPrivate(null, campaign.id, true)).status).toBe(401)
})

test('the creator’s open bell refetches its list and does not name people who have become private', async () => {
  const { origin, store } = await theSite()
  const [creator, joiner, other] = [await aPerson(), await aPerson(), await aPerson()]
  const campaign = await aCampaign(creator)
  for (const one of [joiner, other]) await join(one, campaign.id, { isPrivate: false })
  await plantNotification(store.db, { personId: creator.id, type: 'pledge', campaign_id: campaign.id, actor_id: joiner.id, number: 1 })
  const stream = await openListener(origin, ['me'], { who: creator })
  await until(stream.hasBegun)
  const rewordings = () => stream.events.filter(({ topic, data }) => topic === 'me' && data.isReworded === true).length
  const named = async () => JSON.stringify((await call(creator, 'GET', '/notifications')).body).includes(joiner.id)
  expect(await named()).toBe(true)
  await setPrivate(joiner, campaign.id, true)
  expect(await named()).toBe(false)
  await until(() => rewordings() === 1)
  await setPrivate(joiner, campaign.id, false)
  await until(() => rewordings() === 2)
  expect(await named()).toBe(true)
  stream.close()
})

test('a pledge is private unless its person shows it, by the switch or by their default', async () => {
  const campaigns = await Promise.all([aPerson(), aPerson(), aPerson()].map(async (creator) => aCampaign(await creator)))
  const joiner = await aPerson()
  const privacyOf = async (n: number, body: object) => (await join(joiner, campaigns[n]?.id ?? '', body)).body.pledge.isPrivate
  expect(await privacyOf(0, {})).toBe(true)
  expect(await privacyOf(1, { isPrivate: false })).toBe(false)
  await call(joiner, 'PATCH', '/me/settings', { body: { pledgesPrivately: false } })
  expect(await privacyOf(2, {})).toBe(false)
  expect(await onProfile(joiner)).toEqual([2, 2])
})

test('a pledge stores which notice its person saw and when, also if the notice changed', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  await join(joiner, campaign.id)
  const noticeOf = async () => (await call(joiner, 'GET', '/me/export')).body.pledges[0]
  const { noticeVersion, noticeAt } = await noticeOf()
  expect([noticeVersion, Date.now() - Date.parse(noticeAt) < 60_000]).toEqual([1, true])
  await setPrivate(joiner, campaign.id, false)
  expect(Date.parse((await noticeOf()).noticeAt)).toBeGreaterThanOrEqual(Date.parse(noticeAt))
})

test('people with public pledges from before the notice are informed on the dashboard until they dismiss it or hide the pledges', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [hides, dismisses, isNew] = [await aPerson(), await aPerson(), await aPerson()]
  for (const one of [hides, dismisses, isNew]) await join(one, campaign.id, { isPrivate: false })
  await sql`update pledge set notice_version = null, notice_at = null where person_id in (${hides.id}, ${dismisses.id})`.execute(store.db)
  const isNotified = async (who: Person) => (await call(who, 'GET', '/me/dashboard')).body.pledges.hasShownNotice
  expect([await isNotified(hides), await isNotified(dismisses), await isNotified(isNew)]).toEqual([true, true, false])
  await setPrivate(hides, campaign.id, true)
  expect((await call(dismisses, 'DELETE', '/me/shown-pledges-notice')).status).toBe(200)
  expect([await isNotified(hides), await isNotified(dismisses)]).toEqual([false, false])
  // The pledge itself has not changed.
  expect(await onProfile(dismisses)).toEqual([1, 1])
})
