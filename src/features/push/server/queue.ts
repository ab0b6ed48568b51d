import { sql } from 'kysely'
import { backOff, claimedUntil, sweepFailed, triesAtMost } from '#platform/server/queue.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { keptDays, type Outcome, type Subscribed } from './push-service.ts'

/** Maximum number of messages per browser and hour. Beyond it, only the bell shows the notification. */
const maxPerHour = 30

/** `isCampaignUpdate`: only people whose setting "Campaign updates" is on get the message. */
export type PushRequest = { eventId: string; personIds: readonly string[]; isCampaignUpdate: boolean }

/**
 * Enqueues a message for every browser of these people, in the transaction that processes the event. A retry adds no duplicates.
 * Leaves out browsers that subscribed after the event, and those that have reached the hourly limit.
 */
export async function queuePushes(tx: Db, { eventId, personIds, isCampaignUpdate }: PushRequest): Promise<void> {
  await sql`
    with fit as (
      select s.id, s.hour_began_at <= now() - interval '1 hour' as is_anew
      from push_subscription s join person p on p.id = s.person_id
      where s.person_id = any(${personIds}::uuid[]) and p.deleted_at is null and p.suspended_at is null
        and s.created_at <= (select created_at from notification_event where id = ${eventId})
        and (not ${isCampaignUpdate} or p.notify_campaign_updates)
        and not exists (select from push_message m where m.subscription_id = s.id and m.event_id = ${eventId})
      order by s.id for no key update of s),
    counted as (
      update push_subscription s set sent_in_hour = case when is_anew then 1 else s.sent_in_hour + 1 end, hour_began_at = case when is_anew then now() else s.hour_began_at end
      from fit where s.id = fit.id and (is_anew or s.sent_in_hour < ${maxPerHour})
      returning s.id)
    insert into push_message (subscription_id, event_id) select id, ${eventId} from counted on conflict do nothing`.execute(tx)
}

export type DuePush = Subscribed & { subscription_id: string; event_id: string; person_id: string; tries: number; service: string; is_stopped: boolean }

/**
 * Takes the oldest due messages and reserves them for two minutes, except those of services in `except`. `is_stopped`: the person is
 * deleted or suspended, or the message is too old.
 */
export async function takePushes(db: Db, { count, except }: { count: number; except: readonly string[] }): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    update push_message m set tries = m.tries + 1, next_try_at = ${claimedUntil}
    from push_subscription s join person p on p.id = s.person_id
    where s.id = m.subscription_id and (m.subscription_id, m.event_id) in (
      select q.subscription_id, q.event_id from push_message q join push_subscription t on t.id = q.subscription_id
      where q.failed_at is null and q.next_try_at <= now() and split_part(t.endpoint, '/', 3) <> all(${except}::text[])
      order by q.next_try_at limit ${count} for update of q skip locked)
    returning m.subscription_id, m.event_id, m.tries, s.person_id, s.endpoint, s.p256dh, s.auth, split_part(s.endpoint, '/', 3) as service,
      p.deleted_at is not null or p.suspended_at is not null or m.created_at < now() - make_interval(days => ${keptDays}) as is_stopped`.execute(db)
  return rows
}

type Key = Pick<DuePush, 'subscription_id' | 'event_id' | 'tries'>

/** Stores the outcome of a try. */
export async function settlePush(db: Db, { subscription_id, event_id, tries }: Key, outcome: Outcome): Promise<void> {
  const message = db.updateTable('push_message').where('subscription_id', '=', subscription_id).where('event_id', '=', event_id)
  if (outcome === 'sent') await dropPush(db, { subscription_id, event_id })
  else if (outcome === 'gone') await db.deleteFrom('push_subscription').where('id', '=', subscription_id).execute()
  else if ('later' in outcome && tries < triesAtMost) {
    const pause = sql`greatest(${backOff(sql`${tries}::int`)}, make_interval(secs => ${outcome.seconds}))`
    await message.set({ next_try_at: sql<Date>`now() + ${pause}`, last_error: outcome.later }).execute()
  } else {
    // Keeps only the last failed message of a browser, so that one bad endpoint cannot fill the operator's list.
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('push_subscription').select('id').where('id', '=', subscription_id).forNoKeyUpdate().execute()
      const own = tx.deleteFrom('push_message').where('subscription_id', '=', subscription_id)
      await own.where('event_id', '<>', event_id).where('failed_at', 'is not', null).execute()
      const now = { failed_at: sql<Date>`now()`, last_error: 'later' in outcome ? outcome.later : outcome.never }
      await tx.updateTable('push_message').set(now).where('subscription_id', '=', subscription_id).where('event_id', '=', event_id).execute()
    })
  }
}

/** Deletes a message that was sent or must no longer be sent. */
export async function dropPush(db: Db, { subscription_id, event_id }: Pick<Key, 'subscription_id' | 'event_id'>): Promise<void> {
  await db.deleteFrom('push_message').where('subscription_id', '=', subscription_id).where('event_id', '=', event_id).execute()
}

/** Deletes failed messages that were kept for the operator. */
export const sweepPushes = (db: Db): Promise<void> => sweepFailed(db, 'push_message')
