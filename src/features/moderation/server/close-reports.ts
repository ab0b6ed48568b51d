import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { ReportOutcome } from '../terms.ts'

type Closing = {
  subject: { kind: string; id: string }
  outcome: ReportOutcome
  moderatorId: string | null
  byMods?: boolean
  /** A moderator has read the content and it stays, perhaps with a warning. */
  isKept?: boolean
  /** Begins: a moderator hides the content for review. Ends: it is removed, shown again or deleted. Null leaves the state. */
  hiding?: 'begins' | 'ends' | null
}

/**
 * Closes the open reports about this content and records the notifications of their senders. Content that stays takes no new reports until it
 * changes. What the mods of its community kept takes new reports, which are for the site's moderators until these have decided. Call it in the
 * transaction of the decision.
 * While content is hidden for review its case stays open, without reports.
 * Lock order: content, then its case.
 */
export async function closeReports(tx: Tx, { subject, outcome, moderatorId, byMods = false, isKept = false, hiding = null }: Closing): Promise<void> {
  const keptVersion =
    isKept && !byMods ? sql`(select r.changed_at from reportable r where r.kind = ${subject.kind} and r.id = ${subject.id})` : sql`null::timestamptz`
  const isHidden = hiding === null ? sql`k.is_hidden` : sql`${hiding === 'begins'}::boolean`
  await sql`
    with closed_case as (
      insert into report_case as k (id, subject_kind, subject_id, kept_version, is_kept_by_mods, is_hidden, opened_at)
      values (gen_random_uuid(), ${subject.kind}, ${subject.id}, ${keptVersion}, ${isKept && byMods}, ${hiding === 'begins'},
        ${hiding === 'begins' ? sql`clock_timestamp()` : sql`null::timestamptz`})
      on conflict (subject_kind, subject_id) do update set is_hidden = ${isHidden},
        opened_at = case when ${isHidden} then coalesce(excluded.opened_at, k.opened_at) end, is_urgent = false, reporters = 0, weight = 0, claimed_by = null, claimed_until = null, escalated_at = null,
        kept_version = coalesce(excluded.kept_version, k.kept_version), is_kept_by_mods = excluded.is_kept_by_mods
      returning id),
    closed as (
      update report o set closed_at = clock_timestamp(), outcome = ${outcome}, by_mods = ${byMods} from closed_case k where o.case_id = k.id and o.closed_at is null
      returning o.id, o.reporter_id)
    -- The outbox of notifications. Moderators are not notified of their own decisions.
    insert into notification_event (type, report_id, recipient_id)
    select 'report_closed', c.id, c.reporter_id from closed c where c.reporter_id is not null and c.reporter_id is distinct from ${moderatorId}::uuid`.execute(
    tx,
  )
}
