import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { betweenDeliveries } from './gate.ts'

const atOnce = 5_000
const eventsAtOnce = 500

/** So long those that were read are kept, and so long all. */
const readDays = 180
const allDays = 400

/**
 * What somebody was told, and by which ways they would have been: of a person who leaves nothing of it stays. The bell itself,
 * which may be long, is emptied in portions after the commit.
 */
export async function removeNotifications(tx: Db, personId: string): Promise<void> {
  await tx.deleteFrom('mail').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_digest').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_mailing').where('person_id', '=', personId).execute()
  // What waits to be pushed there goes along.
  await tx.deleteFrom('push_subscription').where('person_id', '=', personId).execute()
  await tx.deleteFrom('notification_group').where('person_id', '=', personId).execute()
  // Nobody else is told of it.
  await tx.deleteFrom('notification_event').where('recipient_id', '=', personId).execute()
  await tx.insertInto('notification_clearing').values({ person_id: personId }).execute()
}

/**
 * After somebody has lost the right to look inside a private community, or with nobody named everybody but its members: the
 * lists show nothing of it from this moment on, and what they were told is removed in portions after the commit.
 */
export async function removeInside(tx: Db, { communityId, personId }: { communityId: string; personId?: string }): Promise<void> {
  await tx
    .insertInto('notification_clearing')
    .values({ community_id: communityId, person_id: personId ?? null })
    .execute()
}

export type Clearing = { db: Db; news: BellNews; isEnding: () => boolean }
type Bells = Pick<BellNews, 'changed' | 'changedForMany'>

/** Removes, in portions, what nobody is to find in a bell any more: of acts that were taken back, of people who left, of places that closed. */
export async function clearNotifications({ db, news, isEnding }: Clearing): Promise<void> {
  while (!isEnding() && (await clearGone(db, news)));
  while (!isEnding() && (await clearNext(db, { news, isEnding })));
}

/** A portion of what speaks of events that are gone. False when there is none. */
async function clearGone(db: Db, bells: Bells): Promise<boolean> {
  const gone = await db.selectFrom('notification_gone').select('event_id').orderBy('event_id').limit(eventsAtOnce).execute()
  if (gone.length === 0) return false
  const ids = gone.map(({ event_id }) => event_id)
  const removed = await removePortion(db, sql`event_id = any(${ids}::uuid[])`)
  if (removed.length < atOnce) await db.deleteFrom('notification_gone').where('event_id', 'in', ids).execute()
  tell(bells, removed)
  return true
}

/** One person, or one community. False when none waits. */
async function clearNext(db: Db, { news, isEnding }: Pick<Clearing, 'news' | 'isEnding'>): Promise<boolean> {
  const next = await db.selectFrom('notification_clearing').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (!next) return false
  await betweenDeliveries(db)
  const { id, person_id: personId, community_id: communityId } = next
  const cleared = communityId === null ? clearPerson(db, { personId, isEnding }) : clearCommunity(db, { communityId, personId, bells: news, isEnding })
  // Where the product ended in the middle, it begins again.
  if (await cleared) await db.deleteFrom('notification_clearing').where('id', '=', id).execute()
  return true
}

async function clearPerson(db: Db, { personId, isEnding }: { personId: string | null; isEnding: () => boolean }): Promise<boolean> {
  // What was being handed on while they left.
  for (const table of ['mail', 'notification_group', 'notification_digest', 'notification_mailing'] as const)
    await db.deleteFrom(table).where('person_id', '=', personId).execute()
  while (!isEnding()) if ((await removePortion(db, sql`person_id = ${personId}::uuid`)).length < atOnce) return true
  return false
}

type Inside = { communityId: string; personId: string | null; bells: Bells; isEnding: () => boolean }

/** What is inside a private community, of those who are no active members of it; whoever came back meanwhile keeps theirs. */
async function clearCommunity(db: Db, { communityId, personId, bells, isEnding }: Inside): Promise<boolean> {
  let after: string | null = null
  while (!isEnding()) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select e.id from notification_event e join community g on g.id = e.community_id and g.privacy <> 'public'
      where e.community_id = ${communityId} and e.post_id is not null and (${after}::uuid is null or e.id > ${after}::uuid)
      order by e.id limit ${eventsAtOnce}`.execute(db)
    const ids: string[] = rows.map(({ id }) => id)
    const removed = await removePortion(
      db,
      sql`event_id = any(${ids}::uuid[]) and (${personId}::uuid is null or person_id = ${personId}::uuid)
        and not exists (select from community_member m where m.community_id = ${communityId} and m.person_id = notification.person_id and m.status = 'active')`,
    )
    tell(bells, removed)
    if (removed.length === atOnce) continue
    if (ids.length < eventsAtOnce) return true
    after = ids.at(-1) ?? null
  }
  return false
}

/** Old ones go: those that were read after half a year, and with their events all after a little more than a year. */
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

/** Below every id that was made in the last so many days: ids begin with their moment. */
const idBefore = (days: number) => sql`
  (lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/**
 * Removes one portion and says whose they were; fewer than a portion are all there are. They are held first, in a statement of
 * its own: a row that somebody marks just then has another place afterwards, and would be passed over.
 */
function removePortion(db: Db, which: ReturnType<typeof sql>): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const held = await sql<{ place: string }>`select ctid::text as place from notification where ${which} limit ${atOnce} for update`.execute(tx)
    const places = held.rows.map(({ place }) => place)
    const { rows } = await sql<{ person_id: string }>`delete from notification where ctid = any(${places}::tid[]) returning person_id`.execute(tx)
    return rows.map(({ person_id }) => person_id)
  })
}

const namedAtMost = 300
function tell(bells: Bells, personIds: readonly string[]): void {
  if (personIds.length > namedAtMost) bells.changedForMany()
  else if (personIds.length > 0) bells.changed([...new Set(personIds)])
}
