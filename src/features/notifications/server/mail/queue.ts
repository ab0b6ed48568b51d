import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { campaignUpdateTypes, decisionTypes, digestTypes, mailsADay } from '../../terms.ts'
import type { Channel, NotifiedEvent } from '../enqueue-channels.ts'

/** Limit of the queue. While it is full no mail is enqueued. */
const mostWaiting = 2_000
/** Time until an unsent mail expires. */
export const keptFor = sql`interval '3 days'`
export const today = sql`(now() at time zone 'utc')::date`
/** The next seven o'clock in the morning (UTC). */
const nextMorning = sql`(date_trunc('day', now() at time zone 'utc' - interval '7 hours') + interval '1 day 7 hours') at time zone 'utc'`

/** SQL condition on `person as p`: the person has a verified address, which has not refused mail, and has not switched off mail. */
export const takesMail = takesMailOf('')

/** The same for a notification of this type. Suspended people get mail about decisions alone, because they cannot read those on the site. */
export function takesMailOf(type: string) {
  return sql`p.email is not null and p.email_verified and p.notify_email and p.deleted_at is null
    and (p.suspended_at is null or ${decisionTypes.some((each) => each === type)}) and not exists (select from refused_address r where r.address = p.email)`
}

/** True while the queue of notification mails is below its limit. */
export async function mailHasRoom(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (select from mail where person_id is not null and failed_at is null limit ${mostWaiting}) as queue`.execute(db)
  return (rows[0]?.waiting ?? 0) < mostWaiting
}

/** Mail about notifications: a mail of their own or a line of the daily digest mail, according to the type and the daily limit. */
export const mailChannel: Channel = { name: 'mail', queue, hasRoom: mailHasRoom }

async function queue(tx: Tx, event: NotifiedEvent, personIds: readonly string[]): Promise<void> {
  const people = await peopleWantingMail(tx, event, personIds)
  if (people.length === 0) return
  const atOnce = await peopleMailedAtOnce(tx, event, people)
  const mailed = new Set(atOnce)
  await mailNow(tx, event, atOnce)
  await keepForDigest(
    tx,
    event,
    people.filter((id) => !mailed.has(id)),
  )
}

async function peopleWantingMail(tx: Tx, { type }: NotifiedEvent, personIds: readonly string[]): Promise<string[]> {
  const isUpdate = campaignUpdateTypes.includes(type)
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where p.id = any(${personIds}::uuid[]) and ${takesMailOf(type)} and (not ${isUpdate} or p.notify_campaign_updates) order by p.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Decisions of moderators are always mailed at once, because the mail is the only way in which a suspended person can appeal. */
async function peopleMailedAtOnce(tx: Tx, { type }: NotifiedEvent, people: string[]): Promise<string[]> {
  if (decisionTypes.includes(type)) return people
  return digestTypes.includes(type) ? [] : withinTheDay(tx, people)
}

/** Counts a mail for each of these people who has not reached the daily limit, and returns them. */
async function withinTheDay(tx: Tx, personIds: readonly string[]): Promise<string[]> {
  await sql`insert into notification_mailing (person_id, day) select id, ${today} from unnest(${personIds}::uuid[]) as p(id) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ person_id: string }>`
    update notification_mailing set day = ${today}, sent = case when day = ${today} then sent + 1 else 1 end
    where person_id = any(${personIds}::uuid[]) and (day <> ${today} or sent < ${mailsADay}) returning person_id`.execute(tx)
  return rows.map(({ person_id }) => person_id)
}

/** Enqueues mails. The id of a row becomes the Message-ID, so that all tries have the same one. */
async function mailNow(tx: Tx, event: NotifiedEvent, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    insert into mail (id, kind, address, person_id, event_id, expires_at)
    select uuid_v7(), ${event.type}, p.email, p.id, ${event.id}, now() + ${keptFor} from person p where p.id = any(${personIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

async function keepForDigest(tx: Tx, event: NotifiedEvent, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await sql`
    insert into notification_digest (person_id, event_id) select id, ${event.id} from unnest(${personIds}::uuid[]) as p(id) on conflict do nothing`.execute(tx)
  await sql`
    insert into notification_mailing as m (person_id, day, digest_at) select id, ${today}, ${nextMorning} from unnest(${personIds}::uuid[]) as p(id)
    on conflict (person_id) do update set digest_at = coalesce(m.digest_at, excluded.digest_at)`.execute(tx)
}
