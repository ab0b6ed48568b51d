import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'
import type { NotificationEvent } from '#platform/server/store/schema.gen.ts'
import { done } from './readers.ts'
import { type Person, theSite, until } from './site.ts'

type Options = Omit<Insertable<NotificationEvent>, 'delivered_at' | 'mailed_at'> & { personId: string; isRead?: boolean }

/** Waits until all outbox rows are delivered, including those that are retried. Rows whose last error is "poison" are excluded. */
export async function allNotified(): Promise<void> {
  const { db } = (await theSite()).store
  await until(async () => (await db.selectFrom('pledge_log').select('id').limit(1).execute()).length === 0)
  await until(async () => {
    const waiting = db.selectFrom('notification_event').select('id').where('delivered_at', 'is', null).where('failed_at', 'is', null)
    const soon = waiting.where('next_try_at', '<', sql<Date>`now() + interval '1 minute'`).where(sql<boolean>`last_error is distinct from 'poison'`)
    return (await soon.limit(1).execute()).length === 0
  })
}

/** Its other fields depend on its type. */
type Listed = { id: string; type: string; others: number; decision: any; [field: string]: any }

/** The person's notifications, newest first, when all are delivered. */
export async function bellOf(who: Person): Promise<Listed[]> {
  await allNotified()
  return (await done(who, 'GET', '/notifications?limit=50')).items
}

/**
 * Inserts a delivered notification, for tests of lists. Returns its id. Each id sorts after those of earlier calls, even within the
 * same millisecond, which ids from the database do not guarantee.
 */
export async function plantNotification(db: Db, { personId, isRead = false, ...event }: Options): Promise<string> {
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
