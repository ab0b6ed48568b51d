import { sql } from 'kysely'
import { pauseSeconds } from '#platform/server/mail/mail-desk.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { keptDays, type Outcome, type Subscribed } from './push-service.ts'

const triesAtMost = 8
/** As many an hour a browser is sent at most: of what is more the bell tells, whoever makes a storm of it. */
const anHourAtMost = 30
const failedDays = 30

/** `isCampaignUpdate`: the switch "Campaign updates" stops it. */
export type Told = { eventId: string; personIds: readonly string[]; isCampaignUpdate: boolean }

/**
 * Puts a message into the queue for every browser of these people, in the transaction that hands the event on: once, however often it is tried.
 * Of what happened before a browser was added it is not told, nor of more than so many things an hour.
 */
export async function queuePushes(tx: Db, { eventId, personIds, isCampaignUpdate }: Told): Promise<void> {
  await sql`
    with fit as (
      select s.id, s.told_since <= now() - interval '1 hour' as is_anew
      from push_subscription s join person p on p.id = s.person_id
      where s.person_id = any(${personIds}::uuid[]) and p.deleted_at is null and p.suspended_at is null
        and s.created_at <= (select created_at from notification_event where id = ${eventId})
        and (not ${isCampaignUpdate} or p.notify_campaign_updates)
        and not exists (select from push_message m where m.subscription_id = s.id and m.event_id = ${eventId})
      order by s.id for no key update of s),
    counted as (
      update push_subscription s set told = case when is_anew then 1 else s.told + 1 end, told_since = case when is_anew then now() else s.told_since end
      from fit where s.id = fit.id and (is_anew or s.told < ${anHourAtMost})
      returning s.id)
    insert into push_message (subscription_id, event_id) select id, ${eventId} from counted on conflict do nothing`.execute(tx)
}

export type Waiting = Subscribed & { subscription_id: string; event_id: string; person_id: string; tries: number; service: string; is_stopped: boolean }

/**
 * The oldest that are due, held for two minutes; of those services that have enough to do, none. `is_stopped`: its person
 * is suspended or it lies too long.
 */
export async function takePushes(db: Db, { count, except }: { count: number; except: readonly string[] }): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update push_message m set tries = m.tries + 1, next_try_at = now() + interval '2 minutes'
    from push_subscription s join person p on p.id = s.person_id
    where s.id = m.subscription_id and (m.subscription_id, m.event_id) in (
      select q.subscription_id, q.event_id from push_message q join push_subscription t on t.id = q.subscription_id
      where q.failed_at is null and q.next_try_at <= now() and split_part(t.endpoint, '/', 3) <> all(${except}::text[])
      order by q.next_try_at limit ${count} for update of q skip locked)
    returning m.subscription_id, m.event_id, m.tries, s.person_id, s.endpoint, s.p256dh, s.auth, split_part(s.endpoint, '/', 3) as service,
      p.deleted_at is not null or p.suspended_at is not null or m.created_at < now() - make_interval(days => ${keptDays}) as is_stopped`.execute(db)
  return rows
}

type Key = Pick<Waiting, 'subscription_id' | 'event_id' | 'tries'>

/** Writes down what came of it. */
export async function settlePush(db: Db, { subscription_id, event_id, tries }: Key, outcome: Outcome): Promise<void> {
  const message = db.updateTable('push_message').where('subscription_id', '=', subscription_id).where('event_id', '=', event_id)
  if (outcome === 'sent') await dropPush(db, { subscription_id, event_id })
  else if (outcome === 'gone') await db.deleteFrom('push_subscription').where('id', '=', subscription_id).execute()
  else if ('later' in outcome && tries < triesAtMost) {
    const seconds = Math.max(pauseSeconds(tries), outcome.seconds)
    await message.set({ next_try_at: sql<Date>`now() + make_interval(secs => ${seconds})`, last_error: outcome.later }).execute()
  } else {
    // Of a browser the operator is shown the last one: nobody fills the list with an address that takes nothing.
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('push_subscription').select('id').where('id', '=', subscription_id).forNoKeyUpdate().execute()
      const own = tx.deleteFrom('push_message').where('subscription_id', '=', subscription_id)
      await own.where('event_id', '<>', event_id).where('failed_at', 'is not', null).execute()
      const now = { failed_at: sql<Date>`now()`, last_error: 'later' in outcome ? outcome.later : outcome.never }
      await tx.updateTable('push_message').set(now).where('subscription_id', '=', subscription_id).where('event_id', '=', event_id).execute()
    })
  }
}

/** It is not to be sent any more. */
export async function dropPush(db: Db, { subscription_id, event_id }: Pick<Key, 'subscription_id' | 'event_id'>): Promise<void> {
  await db.deleteFrom('push_message').where('subscription_id', '=', subscription_id).where('event_id', '=', event_id).execute()
}

/** What was given up stays a month for those who run the site to see. */
export async function sweepPushes(db: Db): Promise<void> {
  await db.deleteFrom('push_message').where('failed_at', '<', sql<Date>`now() - make_interval(days => ${failedDays})`).execute()
}
