import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLog } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { commentOn } from '#tests/support/comments.ts'
import { soleLeader } from '#tests/support/leaders.ts'
import { plantNotification } from '#tests/support/notifications.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { must } from '#tests/support/readers.ts'
import { aCampaign, aPerson, type Person, theSite, until } from '#tests/support/site.ts'
import { deliverWaiting } from './server/deliver.ts'
import { passOverPushes } from './server/push-channel.ts'

// Tests of deliveries and marks that change the same rows at the same time.

patientSite()

const theDb = async () => (await theSite()).store.db

async function aCommentOf(author: Person): Promise<string> {
  const { id } = await aCampaign(await aPerson())
  return commentOn(author, id, 'Well said')
}
const likes = async (comment: string) => must(await aPerson(), 'PUT', `/likes/campaign_comment/${comment}`)
const bellOf = async (who: Person): Promise<{ id: string; others: number }[]> => (await must(who, 'GET', '/notifications')).items

/** Number of statements that wait for another transaction's lock. */
async function waiters(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows[0]?.n ?? 0
}

/** Blocks all inserts into this person's bell while `act` runs. */
async function whileDeliveryWaits(person: Person, act: () => Promise<void>): Promise<void> {
  const db = await theDb()
  await sql`create function hold_delivery() returns trigger language plpgsql as $$
    begin if new.person_id = ${sql.lit(person.id)} then perform pg_advisory_xact_lock_shared(4712); end if; return new; end $$`.execute(db)
  await sql`create trigger hold_delivery before insert on notification for each row execute function hold_delivery()`.execute(db)
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4712)`.execute(tx)
      await act()
    })
  } finally {
    await sql`drop function hold_delivery() cascade`.execute(db)
  }
}

test('two concurrent deliveries leave one notification per group, which counts all events', async () => {
  const [author, db] = [await aPerson(), await theDb()]
  const comment = await aCommentOf(author)
  await likes(comment)
  await until(async () => (await bellOf(author)).length === 1)
  const news = { changed() {}, changedForMany() {}, reworded() {} }
  let other: Promise<unknown> = Promise.resolve()
  await whileDeliveryWaits(author, async () => {
    await likes(comment)
    await until(async () => (await waiters(db)) >= 1)
    await likes(comment)
    let isDone = false
    other = deliverWaiting({ db, news, log: openLog('silent'), portion: 1_000, isEnding: () => false, leadership: soleLeader }).then(() => {
      isDone = true
    })
    await until(async () => isDone || (await waiters(db)) >= 2)
  })
  await other
  await until(async () => {
    const waiting = db.selectFrom('notification_event').select('id').where('comment_id', '=', comment).where('delivered_at', 'is', null)
    return (await waiting.execute()).length === 0
  })
  expect(await bellOf(author)).toMatchObject([{ others: 2 }])
})

test('skipping events for push does not wait for events that another transaction has locked', async () => {
  const db = await theDb()
  const { id } = await aCampaign(await aPerson())
  const notified = async () => plantNotification(db, { personId: (await aPerson()).id, type: 'campaign_victory', campaign_id: id })
  const isLocked = (tx: Db, eventId: string) =>
    tx.selectFrom('notification_event').select('id').where('id', '=', eventId).where('pushed_at', 'is', null).forUpdate().executeTakeFirst()
  const other = await db.transaction().execute(async (tx) => {
    // The running job may mark the event before this transaction locks it, so the lock is tried with new events until one succeeds.
    await until(async () => isLocked(tx, await notified()))
    const eventId = await notified()
    // The call must not wait for the lock, else the test would never end.
    await passOverPushes(db, { isOff: true })
    return eventId
  })
  expect(await db.selectFrom('notification_event').select('pushed_at').where('id', '=', other).executeTakeFirst()).toMatchObject({
    pushed_at: expect.any(Date),
  })
})

test('a notification whose event is deleted disappears, even if its person marks it as read at the same moment', async () => {
  const [who, db] = [await aPerson(), await theDb()]
  const { id } = await aCampaign(await aPerson())
  const eventId = await plantNotification(db, { personId: who.id, type: 'campaign_victory', campaign_id: id })
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('notification').set({ is_read: true }).where('event_id', '=', eventId).execute()
    await db.deleteFrom('notification_event').where('id', '=', eventId).execute()
    await until(async () => (await waiters(db)) > 0)
  })
  await until(async () => (await db.selectFrom('notification').select('event_id').where('event_id', '=', eventId).execute()).length === 0)
})
