import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'

type Closing = { subject: { kind: string; id: string }; outcome: 'kept' | 'hidden' | 'removed' | 'settled' }

/**
 * Closes the open reports about this content. Content that was kept takes no new ones until it changes. Call it in the transaction of the
 * decision. Lock order: content, then its case.
 */
export async function closeReports(tx: Tx, { subject, outcome }: Closing): Promise<void> {
  const isKept = outcome === 'kept'
  const version: RawBuilder<unknown> = isKept ? sql`(select r.changed_at from reportable r where r.kind = ${subject.kind} and r.id = ${subject.id})` : sql`null`
  await sql`
    with closed_case as (
      insert into report_case as k (id, subject_kind, subject_id, kept_version) values (${uuidv7()}, ${subject.kind}, ${subject.id}, ${version})
      on conflict (subject_kind, subject_id) do update set opened_at = null, is_urgent = false, reporters = 0, claimed_by = null, claimed_until = null,
        kept_version = coalesce(excluded.kept_version, k.kept_version)
      returning id)
    update report o set closed_at = clock_timestamp(), outcome = ${outcome} from closed_case k where o.case_id = k.id and o.closed_at is null`.execute(tx)
}
