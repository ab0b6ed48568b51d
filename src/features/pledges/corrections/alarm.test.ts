import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePublishing } from '#tests/support/campaigns.ts'
import { newPeople } from '#tests/support/held-pledges.ts'
import { join } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { raiseAlarm } from './server/alarm.ts'

test('moderators, and nobody else, are notified once a day of a campaign with ten times its usual joins', async () => {
  const { store } = await theSite()
  const [campaign, moderator] = [await aCampaign(await aPerson()), await aPerson({ role: 'moderator' })]
  for (const person of await newPeople(19)) await join(person, campaign)
  const bell = async (person: Person) => (await call(person, 'GET', '/notifications')).body.items.filter(({ type }: { type: string }) => type === 'count_alarm')
  await movePublishing(store.db, [campaign.id], sql`now() - interval '30 days'`)
  // Campaigns of other tests in this database may have as many joins.
  await sql`update pledge set created_at = created_at - interval '2 hours' where campaign_id <> ${campaign.id}`.execute(store.db)
  await sql`
    insert into campaign_day (campaign_id, day, counted) select ${campaign.id}, (now() at time zone 'UTC')::date - 3, 6720 on conflict do nothing`.execute(
    store.db,
  )
  expect(await raiseAlarm(store.db)).toBe(false)
  await sql`delete from campaign_day where campaign_id = ${campaign.id} and counted = 6720`.execute(store.db)
  // The site's own job may have notified of another campaign today, or may be quicker now.
  await sql`delete from notification_reach where subject_id = md5('count_alarm')::uuid`.execute(store.db)
  await raiseAlarm(store.db)
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
