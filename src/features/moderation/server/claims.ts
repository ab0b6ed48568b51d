import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { claimed } from '../contract.ts'

/** SQL condition: the case `k` has been claimed by a moderator other than this one, and the claim has not expired. */
export const isClaimedByOther = (moderatorId: string) => sql<boolean>`coalesce(k.claimed_by <> ${moderatorId} and k.claimed_until > now(), false)`

/** Finds the open case `k` of this condition. If another moderator has claimed the case, returns the name of that moderator, otherwise null. */
export async function claimedBy(db: Db, condition: RawBuilder<unknown>, moderatorId: string): Promise<{ by: string } | null> {
  const { rows } = await sql<{ by: string }>`
    select p.display_name as by from report_case k join person p on p.id = k.claimed_by
    where ${condition} and k.opened_at is not null and ${isClaimedByOther(moderatorId)}`.execute(db)
  return rows[0] ?? null
}

/** Refuses a decision about content if another moderator has claimed its case in the queue. Locks the case until the transaction ends. */
export async function refuseClaimed(tx: Tx, { kind, id, moderatorId }: { kind: string; id: string; moderatorId: string }): Promise<void> {
  const isAbout = sql<boolean>`k.subject_kind = ${kind} and k.subject_id = ${id}`
  await sql`select from report_case k where ${isAbout} for update`.execute(tx)
  const data = await claimedBy(tx, isAbout, moderatorId)
  if (data) throw new ORPCError('CLAIMED', { status: 409, defined: true, message: claimed.CLAIMED.message, data })
}
