import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { aCommunity, setMembership } from '#tests/support/communities.ts'
import { ownPool } from '#tests/support/databases.ts'
import { allNotified, plantNotification } from '#tests/support/notifications.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { markAllRead } from './server/read.ts'

patientSite()

const joins = (who: Person, id: string) => done(who, 'PUT', `/campaigns/${id}/pledge`, { isPrivate: false })
const bellOf = async (who: Person): Promise<{ type: string; others: number; number: number | null }[]> =>
  (await done(who, 'GET', '/notifications?limit=50')).items

test('at most ten updates of a campaign cause notifications in a day, also if each is deleted immediately', async () => {
  const [creator, supporter] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator)
  await joins(supporter, id)
  for (let n = 0; n < 5; n++) await done(creator, 'DELETE', `/updates/${(await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'Again' })).id}`)
  for (let n = 0; n < 8; n++) await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'And again' })
  await allNotified()
  expect((await bellOf(supporter)).length).toBe(5)
  expect((await call(null, 'GET', `/campaigns/${id}/updates`)).body.items.length).toBe(8)
  const { db } = (await theSite()).store
  await db.updateTable('notification_reach').set({ day: sql<string>`day - 1` }).where('subject_id', '=', id).execute()
  await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'The next day' })
  await allNotified()
  expect((await bellOf(supporter)).length).toBe(6)
})

test('unmarking a post as an announcement and marking it again notifies nobody and does not count towards the limit', async () => {
  const [owner, member] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await setMembership(member, id)
  const post = async () => `/posts/${(await done(owner, 'POST', `/communities/${id}/posts`, { body: 'Read this' })).id}/marks`
  const first = await post()
  await done(owner, 'PUT', first, { isAnnouncement: true })
  await allNotified()
  for (let n = 0; n < 12; n++) await done(owner, 'PUT', first, { isAnnouncement: n % 2 === 1 })
  await done(owner, 'PUT', await post(), { isAnnouncement: true })
  await allNotified()
  expect((await bellOf(member)).filter(({ type }) => type === 'community_announcement').length).toBe(2)
})

test('a person who repeatedly requests to join and withdraws causes at most two notifications a day', async () => {
  const [owner, asker] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner, { privacy: 'private' })
  const { db } = (await theSite()).store
  await db.updateTable('community').set({ approves_members: true }).where('id', '=', id).execute()
  const requestAndWithdraw = async () => {
    await done(asker, 'PUT', `/communities/${id}/membership`, {})
    await allNotified()
    const bell = await bellOf(owner)
    await done(asker, 'DELETE', `/communities/${id}/membership`)
    return bell.length
  }
  expect([await requestAndWithdraw(), await requestAndWithdraw(), await requestAndWithdraw()]).toEqual([1, 1, 0])
})

test('nobody is ever notified of a goal below the number that is already reached', async () => {
  const [creator, one, two] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  await joins(one, id)
  await allNotified()
  await done(creator, 'PATCH', `/campaigns/${id}`, { supportersGoal: 2 })
  await joins(two, id)
  await allNotified()
  expect((await bellOf(one)).filter(({ type }) => type === 'campaign_milestone')).toEqual([])
  // Reaching a goal above the current number notifies people.
  await done(creator, 'PATCH', `/campaigns/${id}`, { supportersGoal: 4 })
  await joins(await aPerson(), id)
  await allNotified()
  expect(await bellOf(one)).toMatchObject([{ type: 'campaign_milestone', number: 4 }])
})

test('a reply is delivered before the fan-outs of any number of campaigns', async () => {
  const [creator, reader] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator)
  const { db } = (await theSite()).store
  await db.transaction().execute(async (tx) => {
    await sql`insert into notification_event (type, campaign_id, number) select 'campaign_milestone', ${id}, n from generate_series(2, 700) n`.execute(tx)
    await sql`insert into notification_event (type, campaign_id, actor_id) values ('pledge', ${id}, ${reader.id})`.execute(tx)
  })
  const notified = (type: 'pledge' | 'campaign_milestone') =>
    db.selectFrom('notification_event').select('delivered_at').where('campaign_id', '=', id).where('type', '=', type).where('delivered_at', 'is not', null)
  const [answer] = await until(async () => {
    const rows = await notified('pledge').execute()
    return rows.length > 0 ? rows : null
  })
  const earlier = await notified('campaign_milestone')
    .where('delivered_at', '<', answer?.delivered_at ?? null)
    .execute()
  await db.deleteFrom('notification_event').where('campaign_id', '=', id).execute()
  expect(earlier.length).toBeLessThan(2)
})

test('a person who leaves during a fan-out keeps no notification of it', async () => {
  const { db } = (await theSite()).store
  const [creator, leaver] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator)
  await joins(leaver, id)
  await allNotified()
  const waiters = async (mode: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and mode = ${mode}
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows[0]?.n ?? 0
  }
  await sql`create function hold_delivery() returns trigger language plpgsql as $$
    begin if new.person_id = ${sql.lit(leaver.id)} then perform pg_advisory_xact_lock_shared(4711); end if; return new; end $$`.execute(db)
  await sql`create trigger hold_delivery before insert on notification for each row execute function hold_delivery()`.execute(db)
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
      await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'They answered' })
      await until(async () => (await waiters('ShareLock')) >= 1)
      await left(leaver)
      const cleared = async () => (await db.selectFrom('notification_clearing').select('id').where('person_id', '=', leaver.id).execute()).length === 0
      await until(async () => (await cleared()) || (await waiters('ExclusiveLock')) > 0)
    })
    await allNotified()
    await until(async () => (await db.selectFrom('notification').select('event_id').where('person_id', '=', leaver.id).execute()).length === 0)
  } finally {
    await sql`drop trigger hold_delivery on notification`.execute(db)
    await sql`drop function hold_delivery()`.execute(db)
  }
})

test('"Mark all read" is retried after a deadlock with the delivery and does not fail', async () => {
  const { store, config } = await theSite()
  const { db } = store
  const [creator, reader] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator)
  const planted: string[] = []
  for (let n = 0; n < 2; n++) planted.push(await plantNotification(db, { personId: reader.id, type: 'campaign_victory', campaign_id: id }))
  const [older = '', newer = ''] = planted.sort()
  let marking = Promise.resolve()
  const pool = ownPool({ connectionString: config.databaseUrl, options: '-c deadlock_timeout=5s' })
  const patient = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute(async (tx) => {
    const hold = (eventId: string) => sql`select from notification where person_id = ${reader.id} and event_id = ${eventId} for update`.execute(tx)
    // The other transaction must detect the deadlock, so this one checks much later.
    await sql`set local deadlock_timeout = '60s'`.execute(tx)
    await hold(newer)
    marking = markAllRead(patient, { personId: reader.id, through: newer })
    marking.catch(() => {})
    await until(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update notification n%'`.execute(
          db,
        )
      return rows.length > 0
    })
    await hold(older)
  })
  await marking
  await patient.destroy()
  expect((await done(reader, 'GET', '/notifications/unread')).unread).toBe(0)
})
