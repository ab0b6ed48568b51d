import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { campaignUpdateTypes, digestTypes, type NotificationType, notificationTypes } from '../terms.ts'
import type { Channel } from './hand-on.ts'

/** Beyond so many that wait nothing more is written: what a million are told of stays where it is until the services have caught up. */
const room = 2_000

type Told = { eventId: string; personIds: readonly string[]; isCampaignUpdate: boolean }
export type Queue = (db: Db, told: Told) => Promise<void>

/** Browsers are told of what is mailed at once; what only a digest tells of shows in the bell. */
const pushedTypes: readonly NotificationType[] = notificationTypes.filter((type) => !digestTypes.includes(type))

export const pushChannel = (queue: Queue): Channel => ({
  name: 'push',
  queue: (tx, { id, type }, personIds) => queue(tx, { eventId: id, personIds, isCampaignUpdate: campaignUpdateTypes.includes(type) }),
  async hasRoom(db) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (select from push_message where failed_at is null limit ${room}) as waiting`.execute(db)
    return (rows[0]?.count ?? 0) < room
  },
})

/**
 * Nobody's people are gone through for what no browser is told of: of a type that is not pushed, or while there is no browser
 * at all. It waits for no event that somebody else holds: the delivery holds several, in an order of its own.
 */
export async function passOverPushes(db: Db, { isOff }: { isOff: boolean }): Promise<void> {
  await sql`
    update notification_event set pushed_at = now() where id in (
      select id from notification_event
      where delivered_at is not null and pushed_at is null and push_failed_at is null
        and (type <> all(${pushedTypes}::text[]) or ${isOff} or not exists (select from push_subscription))
      order by id limit 5000 for update skip locked)`.execute(db)
}
