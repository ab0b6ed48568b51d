import { type RawBuilder, sql } from 'kysely'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** After so many it is given up. */
export const triesAtMost = 8

/** 5 s, 10 s, 20 s ... and at most ten minutes, after so many tries before. */
export const pauseAfter = (tries: RawBuilder<unknown>) => sql`make_interval(secs => least(600, 5 * 2 ^ ${tries}))`

/**
 * Whether an error is about what was to be delivered: a value, a rule, a statement that took too long, two that met. All
 * others are about the store, which may be away: then everything waits, and nothing is counted against the event.
 */
export function isAboutEvent(error: unknown): boolean {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' && /^(2[1-3]|3[89]|4[024]|55|57014|P0)/.test(code) && code.length === 5
}

/** Tries it again later, twice as late each time; given up in the end, and shown to the operator. */
export async function postpone({ db, log }: { db: Db; log: Log }, { id, error }: { id: string; error: unknown }): Promise<void> {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const { rows } = await sql<{ failed: boolean }>`
    update notification_event set tries = tries + 1, last_error = ${words},
      next_try_at = clock_timestamp() + ${pauseAfter(sql`tries`)},
      failed_at = case when tries + 1 >= ${triesAtMost} then clock_timestamp() end
    where id = ${id} and delivered_at is null returning failed_at is not null as failed`.execute(db)
  if (rows[0]?.failed) log.error({ err: error, id }, 'a notification is given up')
  else log.warn({ err: error, id }, 'a notification could not be delivered; it is tried again')
}
