import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { visibleTo } from './visible.ts'

const markedAtOnce = 5_000

type Mark = { personId: string; id: string; isRead: boolean }

/**
 * Marks a visible notification of the person as read or unread; false if there is none. If a newer event has replaced this one in
 * its group, the newer one is marked.
 */
export async function markRead(db: Db, { personId, id, isRead }: Mark): Promise<boolean> {
  const successor = sql`(
    select g.event_id from notification_event was join notification_group g
      on g.type = was.type and g.subject_id = coalesce(was.comment_id, was.post_id, was.campaign_id)
    where was.id = ${id} and g.person_id = ${personId})`
  // Two statements, because only the second one sees a replacement by a delivery that the first one waited for.
  for (const eventId of [sql`${id}::uuid`, successor]) {
    const { rows } = await sql`
      update notification n set is_read = ${isRead} from notification_event e
      where n.person_id = ${personId} and n.event_id = ${eventId} and e.id = n.event_id and ${visibleTo(sql`n.person_id`)}
      returning n.event_id`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** The person's newest notification; null if there is none. */
export async function newestNotified(db: Db, personId: string): Promise<string | null> {
  const query = db.selectFrom('notification').select('event_id').where('person_id', '=', personId)
  return (await query.orderBy('event_id', 'desc').executeTakeFirst())?.event_id ?? null
}

/**
 * Marks all notifications up to `through` as read. Each batch is a transaction, so that no other transaction waits for a hundred
 * thousand rows; the fixed order prevents deadlocks between two tabs.
 */
export async function markAllRead(db: Db, { personId, through }: { personId: string; through: string }): Promise<void> {
  for (let marked = markedAtOnce; marked === markedAtOnce; ) {
    // `inTransaction` retries after a deadlock with the delivery, which locks rows of several people in a different order.
    marked = await inTransaction(db, async (tx) => {
      const { rows } = await sql`
        update notification n set is_read = true from
          (select event_id from notification where person_id = ${personId} and not is_read and event_id <= ${through}
           order by event_id limit ${markedAtOnce} for no key update) as portion
        where n.person_id = ${personId} and n.event_id = portion.event_id
        returning n.event_id`.execute(tx)
      return rows.length
    })
  }
}
