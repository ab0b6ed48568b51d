import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { campaignUpdateTypes } from '../terms.ts'
import type { BellNews } from './bell-news.ts'
import { betweenDeliveries } from './gate.ts'

const atOnce = 5_000
const eventsAtOnce = 500

/** Days after which read notifications are deleted, and all notifications. */
const readDays = 180
const allDays = 400

/**
 * Deletes the notifications of a person whose account is deleted, and their queued mail and push messages. There may be very many
 * notifications, so a job deletes those in batches after the commit.
 */
export async function removeNotifications(tx: Db, personId: string): Promise<void> {
  await tx.deleteFrom('mail').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_digest').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_mailing').where('person_id', '=', personId).execute()
  // Queued push messages are deleted by cascade.
  await tx.deleteFrom('push_subscription').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_group').where('person_id', '=', personId).execute()
  // Deletes the events that have this person as their only recipient.
  await tx.deleteFrom('notification_event').where('recipient_id', '=', personId).execute()
  await tx.insertInto('notification_clearing').values({ person_id: personId }).execute()
}

/**
 * For a person who has disconnected a pledge: deletes what they were notified of as a supporter of the campaign, queued mail and push messages
 * included, and their name in the creator's notification.
 */
export async function forgetSupportersNotifications(tx: Db, { campaignId, personId }: { campaignId: string; personId: string }): Promise<void> {
  const events = sql`select id from notification_event where campaign_id = ${campaignId} and type = any(${[...campaignUpdateTypes]}::text[])`
  await sql`delete from mail where person_id = ${personId} and event_id in (${events})`.execute(tx)
  await sql`
    delete from push_message m using push_subscription s where s.id = m.subscription_id and s.person_id = ${personId} and m.event_id in (${events})`.execute(tx)
  for (const table of ['notification_digest', 'notification_group', 'notification'])
    await sql`delete from ${sql.table(table)} where person_id = ${personId} and event_id in (${events})`.execute(tx)
  await sql`update notification_event set actor_id = null where type = 'pledge' and campaign_id = ${campaignId} and actor_id = ${personId}`.execute(tx)
  // A delivery that has ended still names its last recipient.
  await sql`
    update notification_event set delivered_through = nullif(delivered_through, ${personId}), mailed_through = nullif(mailed_through, ${personId}),
      pushed_through = nullif(pushed_through, ${personId})
    where id in (${events}) and delivered_at is not null and mailed_at is not null and pushed_at is not null
      and ${personId}::uuid in (delivered_through, mailed_through, pushed_through)`.execute(tx)
}

/**
 * Schedules the deletion of notifications about a private community's content, for a person who has lost access to the community (without `personId`:
 * for everybody except the members). Lists leave these notifications out immediately; a job deletes them in batches after the commit.
 */
export async function removePrivateNotifications(tx: Db, { communityId, personId }: { communityId: string; personId?: string }): Promise<void> {
  await tx
    .insertInto('notification_clearing')
    .values({ community_id: communityId, person_id: personId ?? null })
    .execute()
}

export type Clearing = { db: Db; news: BellNews; isEnding: () => boolean }
type Bells = Pick<BellNews, 'changed' | 'changedForMany'>

/** Deletes in batches the notifications of deleted events, of deleted accounts, and of communities that people lost access to. */
export async function clearNotifications({ db, news, isEnding }: Clearing): Promise<void> {
  while (!isEnding() && (await clearGone(db, news)));
  while (!isEnding() && (await clearNext(db, { news, isEnding })));
}

/** Deletes one batch of notifications of deleted events. False if there is none. */
async function clearGone(db: Db, bells: Bells): Promise<boolean> {
  const gone = await db.selectFrom('notification_gone').select('event_id').orderBy('event_id').limit(eventsAtOnce).execute()
  if (gone.length === 0) return false
  const ids = gone.map(({ event_id }) => event_id)
  const removed = await removePortion(db, sql`event_id = any(${ids}::uuid[])`)
  if (removed.length < atOnce) await db.deleteFrom('notification_gone').where('event_id', 'in', ids).execute()
  publish(bells, removed)
  return true
}

/** Processes one queued person or community. False if none is queued. */
async function clearNext(db: Db, { news, isEnding }: Pick<Clearing, 'news' | 'isEnding'>): Promise<boolean> {
  const next = await db.selectFrom('notification_clearing').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (!next) return false
  await betweenDeliveries(db)
  const { id, person_id: personId, community_id: communityId } = next
  const cleared = communityId === null ? clearPerson(db, { personId, isEnding }) : clearCommunity(db, { communityId, personId, bells: news, isEnding })
  // If the process stops before the end, the entry is not deleted, and is processed again.
  if (await cleared) await db.deleteFrom('notification_clearing').where('id', '=', id).execute()
  return true
}

async function clearPerson(db: Db, { personId, isEnding }: { personId: string | null; isEnding: () => boolean }): Promise<boolean> {
  // Deletes rows that the delivery and mail jobs have inserted while the account was being deleted.
  for (const table of ['mail', 'notification_group', 'notification_digest', 'notification_mailing'] as const)
    await db.deleteFrom(table).where('person_id', '=', personId).execute()
  while (!isEnding()) if ((await removePortion(db, sql`person_id = ${personId}::uuid`)).length < atOnce) return true
  return false
}

type Inside = { communityId: string; personId: string | null; bells: Bells; isEnding: () => boolean }

/**
 * Deletes notifications about a private community's content of people who are not active members now; those who rejoined keep theirs. A
 * community that a moderator hid keeps those of its members for a restoration.
 */
async function clearCommunity(db: Db, { communityId, personId, bells, isEnding }: Inside): Promise<boolean> {
  let after: string | null = null
  while (!isEnding()) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select e.id from notification_event e
      where e.community_id = ${communityId} and e.post_id is not null and not ${isVisible('community_inside', sql`e.community_id`, null)} and (${after}::uuid is null or e.id > ${after}::uuid)
      order by e.id limit ${eventsAtOnce}`.execute(db)
    const ids: string[] = rows.map(({ id }) => id)
    const removed = await removePortion(
      db,
      sql`event_id = any(${ids}::uuid[]) and (${personId}::uuid is null or person_id = ${personId}::uuid)
        and not ${isVisible('community_inside', sql`${communityId}`, sql`notification.person_id`)}`,
    )
    publish(bells, removed)
    if (removed.length === atOnce) continue
    if (ids.length < eventsAtOnce) return true
    after = ids.at(-1) ?? null
  }
  return false
}

/** Deletes read notifications after half a year, and all events with their notifications after a little more than a year. */
export async function clearOld({ db, isEnding }: Pick<Clearing, 'db' | 'isEnding'>): Promise<void> {
  await sql`delete from notification_reach where day < (now() at time zone 'utc')::date`.execute(db)
  while (!isEnding() && (await removePortion(db, sql`is_read and event_id < ${idBefore(readDays)}`)).length === atOnce);
  while (!isEnding()) {
    const { numAffectedRows = 0n } = await sql`
      delete from notification_event where id = any(array(
        select id from notification_event where id < ${idBefore(allDays)} order by id limit ${eventsAtOnce}))`.execute(db)
    if (numAffectedRows < eventsAtOnce) return
  }
}

/** The lowest id of the last `days` days: ids begin with their time of creation. */
const idBefore = (days: number) => sql`
  (lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/**
 * Deletes one batch and returns the person id of each deleted row; fewer than `atOnce` means that none is left. A separate statement
 * locks the rows first: a concurrent update changes a row's ctid, and the delete would miss the row.
 */
function removePortion(db: Db, which: ReturnType<typeof sql>): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const locked = await sql<{ place: string }>`select ctid::text as place from notification where ${which} limit ${atOnce} for update`.execute(tx)
    const places = locked.rows.map(({ place }) => place)
    const { rows } = await sql<{ person_id: string }>`delete from notification where ctid = any(${places}::tid[]) returning person_id`.execute(tx)
    return rows.map(({ person_id }) => person_id)
  })
}

const namedAtMost = 300
function publish(bells: Bells, personIds: readonly string[]): void {
  if (personIds.length > namedAtMost) bells.changedForMany()
  else if (personIds.length > 0) bells.changed([...new Set(personIds)])
}
