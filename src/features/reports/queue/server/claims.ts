import { sql } from 'kysely'
import { claimedBy, isClaimedByOther } from '#features/moderation/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { claimMinutes } from '../terms.ts'

type Claim = { caseId: string; moderatorId: string }
export type Claimed = { until: Date } | { by: string } | 'absent'

/** Claims an open case for `claimMinutes`, or renews the claim. If another moderator has claimed the case, returns the name of that moderator (`by`). */
export async function claimCase(db: Db, { caseId, moderatorId }: Claim): Promise<Claimed> {
  const { rows } = await sql<{ until: Date }>`
    update report_case k set claimed_by = ${moderatorId}, claimed_until = now() + make_interval(mins => ${claimMinutes})
    where k.id = ${caseId} and k.opened_at is not null and not ${isClaimedByOther(moderatorId)} returning claimed_until as until`.execute(db)
  if (rows[0]) return rows[0]
  return (await claimedBy(db, sql`k.id = ${caseId}`, moderatorId)) ?? 'absent'
}

export async function releaseCase(db: Db, { caseId, moderatorId }: Claim): Promise<void> {
  await sql`update report_case set claimed_by = null, claimed_until = null where id = ${caseId} and claimed_by = ${moderatorId}`.execute(db)
}
