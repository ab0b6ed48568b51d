import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

// What was told of an event that is gone is in the way of nobody, and is removed; but only where it is known to be gone.
const strays = sql`
  select distinct n.event_id from notification n
  where not exists (select from notification_event e where e.id = n.event_id)
    and not exists (select from notification_gone g where g.event_id = n.event_id)`

/** What bells hold that they must not, one line each; events and counts, never people. */
export async function notificationDifferences(tx: Db): Promise<string[]> {
  const { rows: gone } = await sql<{ event_id: string }>`${strays} order by 1`.execute(tx)
  return gone.map(({ event_id }) => `notifications of event ${event_id}, which is not there`)
}

/** Has the strays removed by the next clearing. */
export async function repairNotifications(tx: Db): Promise<void> {
  await sql`insert into notification_gone (event_id) ${strays} on conflict do nothing`.execute(tx)
}
