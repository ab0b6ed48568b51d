import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { campaignUpdateTypes, digestTypes, type NotificationType, notificationTypes } from '../terms.ts'
import type { Channel } from './enqueue-channels.ts'

/** Limit of the queue. While it is full nothing is enqueued: a fan-out to a million people waits until messages have been sent. */
const room = 2_000

type Notified = { eventId: string; personIds: readonly string[]; isCampaignUpdate: boolean }
export type Queue = (db: Db, notified: Notified) => Promise<void>

/** All types except those that are mailed only in the daily digest. */
const pushedTypes: readonly NotificationType[] = notificationTypes.filter((type) => !digestTypes.includes(type))

export const pushChannel = (queue: Queue): Channel => ({
  name: 'push',
  async queue(tx, { id, type }, personIds) {
    // Types that are not pushed occur here if the event was delivered after `passOverPushes` ran.
    if (pushedTypes.includes(type)) await queue(tx, { eventId: id, personIds, isCampaignUpdate: campaignUpdateTypes.includes(type) })
  },
  async hasRoom(db) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from push_message where failed_at is null limit ${room}) as waiting`.execute(db)
    return (rows[0]?.count ?? 0) < room
  },
})

/**
 * Marks events as pushed without reading their recipients: those of a type that is not pushed, and all events if push is off or no
 * browser is subscribed. Skips locked rows, because a delivery locks several events in a different order.
 */
export async function passOverPushes(db: Db, { isOff }: { isOff: boolean }): Promise<void> {
  await sql`
    update notification_event set pushed_at = now() where id in (
      select id from notification_event
      where delivered_at is not null and pushed_at is null and push_failed_at is null
        and (type <> all(${pushedTypes}::text[]) or ${isOff} or not exists (select from push_subscription))
      order by id limit 5000 for update skip locked)`.execute(db)
}
