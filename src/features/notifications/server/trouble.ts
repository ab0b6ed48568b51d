import { sql } from 'kysely'
import type { Log } from '#platform/server/log.ts'
import { backOff, triesAtMost } from '#platform/server/queue.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * True for errors that the event itself may cause: an invalid value, a constraint, a statement timeout, a deadlock. Any other error
 * suggests that the database is unavailable: then all deliveries wait, and the try does not count.
 */
export function isAboutEvent(error: unknown): boolean {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' && /^(2[1-3]|3[89]|4[024]|55|57014|P0)/.test(code) && code.length === 5
}

/** Schedules a retry with back-off. After `triesAtMost` tries the event has failed and is shown to the operator. */
export async function postpone({ db, log }: { db: Db; log: Log }, { id, error }: { id: string; error: unknown }): Promise<void> {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const { rows } = await sql<{ failed: boolean }>`
    update notification_event set tries = tries + 1, last_error = ${words},
      next_try_at = clock_timestamp() + ${backOff(sql`(tries + 1)`)},
      failed_at = case when tries + 1 >= ${triesAtMost} then clock_timestamp() end
    where id = ${id} and delivered_at is null returning failed_at is not null as failed`.execute(db)
  if (rows[0]?.failed) log.error({ err: error, id }, 'a notification failed permanently')
  else log.warn({ err: error, id }, 'a notification could not be delivered; it will be retried')
}
