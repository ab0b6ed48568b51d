import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { visibleTo } from './visible.ts'

const markedAtOnce = 5_000

type Mark = { personId: string; id: string; isRead: boolean }

/**
 * Marks one's own that one may see as read or unread; says whether there is such a one. Of a group that is shown still under
 * an event whose place a newer one has taken, it is the newer one.
 */
export async function markRead(db: Db, { personId, id, isRead }: Mark): Promise<boolean> {
  const successor = sql`(
    select g.event_id from notification_event was join notification_group g
      on g.type = was.type and g.subject_id = coalesce(was.comment_id, was.post_id, was.campaign_id)
    where was.id = ${id} and g.person_id = ${personId})`
  // Asked one after the other: whoever waited for the delivery sees only then what it has put in its place.
  for (const eventId of [sql`${id}::uuid`, successor]) {
    const { rows } = await sql`
      update notification n set is_read = ${isRead} from notification_event e
      where n.person_id = ${personId} and n.event_id = ${eventId} and e.id = n.event_id and ${visibleTo(sql`n.person_id`)}
      returning n.event_id`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** The newest that somebody was told of; null where nothing is. */
export async function newestTold(db: Db, personId: string): Promise<string | null> {
  const query = db.selectFrom('notification').select('event_id').where('person_id', '=', personId)
  return (await query.orderBy('event_id', 'desc').executeTakeFirst())?.event_id ?? null
}

/**
 * Marks all as read up to this one. In portions, each of its own: nobody waits for a hundred thousand, and what two tabs ask
 * at once they do one after the other, in the same order.
 */
export async function markAllRead(db: Db, { personId, through }: { personId: string; through: string }): Promise<void> {
  for (let marked = markedAtOnce; marked === markedAtOnce; ) {
    // Again where it met the delivery, which takes rows of several people in an order of its own.
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
