import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { duringDelivery } from '../gate.ts'
import { keptFor, mailHasRoom, takesMail, today } from './queue.ts'

const peopleAtOnce = 200

/** Enqueues the daily digest mails that are due, `peopleAtOnce` people per transaction, while the queue is not full. Returns the number of mails. */
export const queueDailyMails = (db: Db, isStopped: () => boolean): Promise<number> => inPortions({ db, isStopped, portion: dailyPortion })

/** The same for weekly digest mails. Their recommendations are queried when the mail is sent. */
export const queueWeeklyMails = (db: Db, isStopped: () => boolean): Promise<number> => inPortions({ db, isStopped, portion: weeklyPortion })

type Portions = { db: Db; isStopped: () => boolean; portion: (tx: Db) => Promise<{ due: number; queued: number }> }

async function inPortions({ db, isStopped, portion }: Portions): Promise<number> {
  let all = 0
  while (!isStopped() && (await mailHasRoom(db))) {
    const { due, queued } = await inTransaction(db, async (tx) => {
      await duringDelivery(tx)
      return portion(tx)
    })
    all += queued
    if (due < peopleAtOnce) return all
  }
  return all
}

/** Assigns the waiting events to the mail that will list them, so that no event is listed twice and later events are listed in the next mail. */
async function dailyPortion(tx: Db) {
  const due = await dueIds(tx, 'digest_at')
  await sql`update notification_mailing set digest_at = null where person_id = any(${due}::uuid[])`.execute(tx)
  const { rows } = await sql<{ id: string; person_id: string }>`
    insert into mail (id, kind, address, person_id, expires_at)
    select uuid_v7(), 'daily_digest', p.email, p.id, now() + ${keptFor} from person p where p.id = any(${due}::uuid[]) and ${takesMail}
    returning id, person_id`.execute(tx)
  await sql`
    update notification_digest d set mail_id = m.id from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ person_id }) => person_id)}::uuid[]) as m(id, person_id)
    where d.person_id = m.person_id and d.mail_id is null`.execute(tx)
  // Deletes the waiting events of people who can or want to get no mail now.
  await sql`delete from notification_digest where person_id = any(${due}::uuid[]) and mail_id is null`.execute(tx)
  return { due: due.length, queued: rows.length }
}

async function weeklyPortion(tx: Db) {
  const due = await dueIds(tx, 'weekly_at')
  // The next occurrence of the same weekday and hour, also after a long outage.
  await sql`
    update notification_mailing set weekly_at = weekly_at + interval '7 days' * ceil(extract(epoch from now() - weekly_at + interval '1 second') / 604800)
    where person_id = any(${due}::uuid[])`.execute(tx)
  const { numInsertedOrUpdatedRows: queued = 0n } = await tx
    .insertInto('mail')
    .columns(['id', 'kind', 'address', 'person_id', 'expires_at'])
    .expression(
      sql`select uuid_v7(), 'weekly_digest', p.email, p.id, now() + ${keptFor} from person p
        where p.id = any(${due}::uuid[]) and p.notify_recommendations and ${takesMail}`,
    )
    .executeTakeFirst()
  return { due: due.length, queued: Number(queued) }
}

async function dueIds(tx: Db, column: 'digest_at' | 'weekly_at'): Promise<string[]> {
  const rows = await tx
    .selectFrom('notification_mailing')
    .select('person_id')
    .where(column, '<=', sql<Date>`now()`)
    .orderBy(column)
    .limit(peopleAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/**
 * Assigns a time of the week, derived from a hash of the id, to each person who has joined a campaign and wants recommendations.
 * Examines the next 1,000 people after `after`; returns the last one, or null at the end.
 */
export const giveWeeklyMoments = (db: Db, after: string | null): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    await duringDelivery(tx)
    return momentsAfter(tx, after)
  })

async function momentsAfter(tx: Db, after: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from person where ${after}::uuid is null or id > ${after}::uuid order by id limit 1000`.execute(tx)
  const last = rows.at(-1)?.id ?? null
  await sql`
    insert into notification_mailing as m (person_id, day, weekly_at)
    select p.id, ${today}, now() + make_interval(secs => (hashtextextended(p.id::text, 7) & 2147483647) % 604800)
    from person p where p.id = any(${rows.map(({ id }) => id)}::uuid[]) and p.notify_recommendations and ${takesMail}
      and exists (select from pledge where person_id = p.id)
      and not exists (select from notification_mailing had where had.person_id = p.id and had.weekly_at is not null)
    order by p.id
    on conflict (person_id) do update set weekly_at = coalesce(m.weekly_at, excluded.weekly_at)`.execute(tx)
  return rows.length < 1_000 ? null : last
}
