import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { sentence } from '#platform/refusal.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import { isSlowed } from '../policy.ts'
import { tooEarlyText } from '../slow-text.ts'
import { siteSlowSeconds } from '../terms.ts'
import type { Switches } from './open-switches.ts'

/** Context of operations that slow mode can refuse. */
export type SlowContext = { switches: Pick<Switches, 'current'>; viewer: Viewer }

/** The refusal of a comment, message or post in slow mode. `text` is for the page. */
export const tooEarly = (waitMs: number): ORPCError<string, { text: string; retryAfterMs: number }> =>
  new ORPCError('SLOW_MODE', { status: 429, defined: true, message: sentence('SLOW_MODE'), data: { text: tooEarlyText(waitMs), retryAfterMs: waitMs } })

/**
 * While slow mode is on everywhere, starts this person's pause; throws the refusal while an earlier one runs. Concurrent calls wait for the same
 * row, so that only one of them succeeds.
 */
export async function startSitePause(tx: Tx, context: SlowContext): Promise<void> {
  const { viewer, switches } = context
  if (!switches.current().on.includes('slow_mode') || !isSlowed(viewer)) return
  const pause = sql`make_interval(secs => ${siteSlowSeconds})`
  const { rows: taken } = await sql`
    insert into person_pace as pace (person_id, wrote_at) values (${viewer.id}, clock_timestamp())
    on conflict (person_id) do update set wrote_at = clock_timestamp() where pace.wrote_at <= clock_timestamp() - ${pause} returning 1`.execute(tx)
  if (taken.length > 0) return
  const { rows } = await sql<{ ms: number }>`
    select ceil(extract(epoch from wrote_at + ${pause} - clock_timestamp()) * 1000)::int as ms from person_pace where person_id = ${viewer.id}`.execute(tx)
  throw tooEarly(Math.max(1, rows[0]?.ms ?? 1))
}
