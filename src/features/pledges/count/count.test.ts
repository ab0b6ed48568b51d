import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePublishing } from '#tests/support/campaigns.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'
import { takeSnapshots } from './server/snapshot.ts'

const never = '00000000-0000-7000-8000-000000000000'

test('a campaign younger than a day has no figures yet, and a draft gets the response for an unknown campaign', async () => {
  const creator = await aPerson()
  const [young, draft] = [await aCampaign(creator), await aCampaign(creator, { publish: false })]
  const { body } = await call(null, 'GET', `/campaigns/${young.id}/count`)
  expect(body).toMatchObject({ as_of: null, counted: { value: null }, unconfirmed: { value: null }, removed_total: { value: null }, corrections: [] })
  const [own, absent] = [await call(creator, 'GET', `/campaigns/${draft.id}/count`), await call(creator, 'GET', `/campaigns/${never}/count`)]
  expect(own.status).toBe(404)
  expect(own.body).toEqual(absent.body)
})

test('the figures are those of the last midnight UTC, and what happens during the day does not change them', async () => {
  const campaign = await anOlderCampaign({ counted: 3, unconfirmed: 2 })
  await join(campaign.id, { isCounted: true })
  await join(campaign.id, { isCounted: false })
  await snapshot()
  const midnight = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  const expected = { as_of: midnight, counted: { value: 3 }, unconfirmed: { value: 2 }, removed_total: { value: 0 } }
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/count`)).body).toMatchObject(expected)
  await join(campaign.id, { isCounted: true })
  await snapshot()
  expect((await call(await aPerson(), 'GET', `/campaigns/${campaign.id}/count`)).body).toMatchObject(expected)
})

test('corrections of 10 or more pledges are listed singly, smaller ones by month, and those since midnight are not listed yet', async () => {
  const { store } = await theSite()
  const campaign = await anOlderCampaign({ counted: 1, unconfirmed: 0 })
  const correct = (before: number, after: number, ago: string) =>
    sql`
    insert into count_correction (campaign_id, corrected_at, reason, count_before, count_after)
    values (${campaign.id}, date_trunc('day', now(), 'UTC') + interval '1 second' - ${ago}::interval, 'one_mailbox', ${before}, ${after})`.execute(store.db)
  await correct(60, 40, '2 hours')
  await correct(40, 33, '2 hours')
  await correct(33, 31, '2 hours')
  await correct(90, 60, '400 days')
  await correct(31, 1, '0 hours')
  await snapshot()
  const { body } = await call(null, 'GET', `/campaigns/${campaign.id}/count`)
  expect(body).toMatchObject({ counted: { value: 31 }, removed_total: { value: 59 } })
  expect(body.corrections).toEqual([expect.objectContaining({ reason: 'one_mailbox', removed: 20, count_before: 60, count_after: 40 })])
  expect(body.small_corrections.map(({ removed }: { removed: number }) => removed)).toEqual([9])
})

test('pages of any site may read the figures, and nothing else of the API', async () => {
  const campaign = await aCampaign(await aPerson())
  const headers = { origin: 'https://elsewhere.test' }
  const allowed = async (path: string) => (await call(null, 'GET', path, { headers })).headers.get('access-control-allow-origin')
  expect(await allowed(`/campaigns/${campaign.id}/count`)).toBe('*')
  expect(await allowed(`/campaigns/${never}/count`)).toBe('*')
  expect(await allowed(`/campaigns/${campaign.id}`)).toBe(null)
})

async function join(campaignId: string, given: { isCounted: boolean }) {
  expect((await call(await aPerson(given), 'PUT', `/campaigns/${campaignId}/pledge`, { body: {} })).status).toBe(200)
}

/** A campaign that was published yesterday and got these pledges then; the creator's is one of the counted ones. */
async function anOlderCampaign({ counted, unconfirmed }: { counted: number; unconfirmed: number }) {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  for (let n = 1; n < counted; n++) await join(campaign.id, { isCounted: true })
  for (let n = 0; n < unconfirmed; n++) await join(campaign.id, { isCounted: false })
  await movePublishing(store.db, [campaign.id], sql`published_at - interval '1 day'`)
  await sql`update pledge set created_at = created_at - interval '1 day', counted_at = counted_at - interval '1 day' where campaign_id = ${campaign.id}`.execute(
    store.db,
  )
  await sql`update campaign_day set day = day - 1 where campaign_id = ${campaign.id}`.execute(store.db)
  return campaign
}

const snapshot = async () => takeSnapshots((await theSite()).store.db)
