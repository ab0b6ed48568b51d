import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'
import type { NotificationEvent } from '#platform/server/store/schema.gen.ts'
import { theSite, until } from './site.ts'

type Given = Omit<Insertable<NotificationEvent>, 'delivered_at' | 'mailed_at'> & { personId: string; isRead?: boolean }

/** Waits until everything that was noted has been told to whom it concerns, also what met something and is tried again; what a test calls "poison" never is. */
export async function allTold(): Promise<void> {
  const { db } = (await theSite()).store
  await until(async () => (await db.selectFrom('pledge_log').select('id').limit(1).execute()).length === 0)
  await until(async () => {
    const waiting = db.selectFrom('notification_event').select('id').where('delivered_at', 'is', null).where('failed_at', 'is', null)
    const soon = waiting.where('next_try_at', '<', sql<Date>`now() + interval '1 minute'`).where(sql<boolean>`last_error is distinct from 'poison'`)
    return (await soon.limit(1).execute()).length === 0
  })
}

/**
 * Somebody was told of what happened, put there beside the delivery: for what is only listed, not how it comes to be. Gives
 * its id. Each is newer than those planted before, also within a millisecond, which the store's own ids do not promise.
 */
export async function plantNotification(db: Db, { personId, isRead = false, ...event }: Given): Promise<string> {
  const done = { delivered_at: new Date(), mailed_at: new Date() }
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('notification_event')
      .values({ id: uuidv7(), ...event, ...done })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('notification').values({ person_id: personId, event_id: id, is_read: isRead }).execute()
    return id
  })
}
