import { expect, test } from 'vitest'
import { refreshActivity } from '#features/directory/server/activity-refs.ts'
import { grantAppeal, has, moderating } from '#tests/support/moderation.ts'
import { allNotified } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'It accuses a person of a crime.'
const moderate = moderating('/updates', { rule: 'false_claims', reason })

test('an update that a moderator hid or removed is shown to its author and moderators only, and can be fully restored', async () => {
  const { origin, store } = await theSite()
  const [creator, supporter, reader, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  await done(supporter, 'PUT', `/campaigns/${campaign.id}/pledge`, {})
  const picture = await uploaded(creator)
  const { id } = await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { title: 'He lied', body: 'Again', mediaIds: [picture.id] })
  await allNotified()
  await refreshActivity(store.db)
  const target = (await done(null, 'GET', `/campaigns/${campaign.id}`)).target.slug
  const lists = [`/campaigns/${campaign.id}/updates`, `/subjects/targets/${target}/activity`]
  const ofSupporter = ['/me/dashboard', '/me/news', '/notifications']
  const file = `${origin}${picture.url}`
  for (const path of lists) expect(await has(null, path, 'He lied'), path).toBe(true)
  for (const path of ofSupporter) expect(await has(supporter, path, 'He lied'), path).toBe(true)
  expect((await fetch(file)).status).toBe(200)

  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, id, state)).body).toMatchObject({ id, moderation: { state, rule: 'false_claims', reason } })
    for (const who of [null, reader, supporter]) {
      // The activity of a target is cached for a second.
      for (const path of lists) await until(async () => !(await has(who, path, 'He lied')))
      expect((await call(who, 'GET', `/updates/${id}`)).status).toBe(404)
    }
    expect((await done(null, 'GET', `/campaigns/${campaign.id}/updates`)).newest).toBe(null)
    for (const path of ofSupporter) expect(await has(supporter, path, 'He lied'), path).toBe(false)
    expect((await fetch(file)).status).toBe(404)
    for (const who of [creator, moderator]) {
      expect((await done(who, 'GET', `/campaigns/${campaign.id}/updates`)).items).toMatchObject([{ id, title: 'He lied', moderation: { state, reason } }])
      expect((await call(who, 'GET', `/updates/${id}`)).status).toBe(200)
    }
    expect((await call(creator, 'DELETE', `/updates/${id}`)).status).toBe(404)
  }
  expect((await moderate(moderator, id, 'visible')).body).toMatchObject({ moderation: null, pictures: [{ id: picture.id }] })
  for (const path of lists) await until(() => has(null, path, 'He lied'))
  for (const path of ofSupporter) expect(await has(supporter, path, 'He lied'), path).toBe(true)
  expect((await fetch(file)).status).toBe(200)
})

test('supporters are not notified of an update that was hidden before its delivery', async () => {
  const { db } = (await theSite()).store
  const [creator, supporter, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  await done(supporter, 'PUT', `/campaigns/${campaign.id}/pledge`, {})
  const { id } = await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: 'He lied' })
  await allNotified()
  await moderate(moderator, id, 'hidden')
  // Simulates an update that was not delivered before the decision.
  await db.deleteFrom('notification').where('person_id', '=', supporter.id).execute()
  await db.updateTable('notification_event').set({ delivered_at: null, delivered_through: null }).where('update_id', '=', id).execute()
  await allNotified()
  await moderate(moderator, id, 'visible')
  expect((await done(supporter, 'GET', '/notifications')).items).toEqual([])
})

test('moderators cannot decide about their own updates, and a granted appeal restores the author’s update', async () => {
  const [creator, moderator, other] = [await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  const { id } = await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: 'He lied' })
  const own = await done(moderator, 'POST', `/campaigns/${(await aCampaign(moderator)).id}/updates`, { body: 'So did they' })
  expect((await moderate(moderator, own.id, 'hidden')).status).toBe(403)

  const { moderation } = (await moderate(moderator, id, 'removed')).body
  const statement = await done(creator, 'GET', `/decisions/${moderation.decisionId}`)
  expect(statement).toMatchObject({ kind: 'update', state: 'removed', rule: 'false_claims', reason, subject: { kind: 'update', id } })
  await grantAppeal(moderation.decisionId, { author: creator, moderator: other })
  expect((await done(null, 'GET', `/updates/${id}`)).moderation).toBe(null)
})

test('a moderator can hide a reported update, or keep it by a recorded decision that changes nothing', async () => {
  const { db } = (await theSite()).store
  const [creator, reporter, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  const post = async () => (await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: 'He lied' })).id as string
  const [kept, bad] = [await post(), await post()]
  for (const id of [kept, bad]) await done(reporter, 'POST', '/reports', { kind: 'update', id, reason: 'false_claim' })
  await done(moderator, 'POST', '/moderation/reports/keep', { kind: 'update', id: kept })
  await moderate(moderator, bad, 'hidden')
  const outcomes = (await done(reporter, 'GET', '/reports')).items.map(({ outcome }: { outcome: string }) => outcome)
  expect(outcomes.sort()).toEqual(['hidden', 'kept'])
  const decisions = await db.selectFrom('recorded_decision').selectAll().where('subject_id', '=', kept).execute()
  expect(decisions).toMatchObject([{ subject_kind: 'update', author_id: creator.id, moderator_id: moderator.id, state: 'kept', rule: null, reason: '' }])
  expect((await call(creator, 'GET', `/decisions/${decisions[0]?.id}`)).status).toBe(404)
  expect((await done(null, 'GET', `/updates/${kept}`)).moderation).toBe(null)
})
