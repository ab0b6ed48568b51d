import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { ProblemCode } from '../validation/terms.ts'

type Named = { targetId: string | null; causeIds: readonly string[] }

/** Refuses entries that take no new campaigns. `but`: those that the campaign has already. */
export async function refuseLocked(tx: Tx, { targetId, causeIds, but }: Named & { but?: Named }): Promise<void> {
  const causes = causeIds.filter((id) => !but?.causeIds.includes(id))
  const target = targetId === but?.targetId ? null : targetId
  // Locked against a change meanwhile: an entry that a moderator is locking takes no campaign that is published at the same time.
  await sql`select from target t where t.id = ${target} for share`.execute(tx)
  await sql`select from industry i where i.id = (select industry_id from target where id = ${target}) for share`.execute(tx)
  await sql`select from cause where id = any(${causes}::uuid[]) order by id for share`.execute(tx)
  const { rows } = await sql<{ field: string; code: ProblemCode }>`
    select 'target' as field, 'TARGET_LOCKED' as code from target where id = ${target} and is_locked
    union all select 'target', 'INDUSTRY_LOCKED' from target t join industry i on i.id = t.industry_id where t.id = ${target} and i.is_locked and not t.is_locked
    union all select 'causes', 'CAUSE_LOCKED' where exists (select from cause where id = any(${causes}::uuid[]) and is_locked)`.execute(tx)
  refuseFields(Object.fromEntries(rows.map(({ field, code }) => [field, code])))
}
