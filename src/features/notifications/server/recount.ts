import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

// Notifications whose event was deleted without an entry in `notification_gone`. If there is an entry, the clearing job deletes them.
const strays = sql`
  select distinct n.event_id from notification n
  where not exists (select from notification_event e where e.id = n.event_id)
    and not exists (select from notification_gone g where g.event_id = n.event_id)`

/** One line per event with such notifications, without the names of people. */
export async function notificationDifferences(tx: Db): Promise<string[]> {
  const { rows: gone } = await sql<{ event_id: string }>`${strays} order by 1`.execute(tx)
  return gone.map(({ event_id }) => `notifications of event ${event_id}, which does not exist`)
}

/** Adds the missing entries, so that the clearing job deletes these notifications. */
export async function repairNotifications(tx: Db): Promise<void> {
  await sql`insert into notification_gone (event_id) ${strays} on conflict do nothing`.execute(tx)
}
