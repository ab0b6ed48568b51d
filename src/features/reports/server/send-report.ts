import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { isUrgent, type ReportWords, reportBarrier } from '../policy.ts'
import { type ReportBarrier, type ReportKind, reportsAnHour } from '../terms.ts'
import { findSubject } from './subjects.ts'

type Sending = { kind: ReportKind; id: string; viewer: Viewer; words: ReportWords }

/** Stores a report and opens the case of its content. Returns the reason if it is refused; the caller then rolls the transaction back. */
export async function sendReport(tx: Tx, { kind, id, viewer, words }: Sending): Promise<{ id: string } | ReportBarrier | 'absent' | 'too often'> {
  // Serializes one person's reports, so that concurrent ones cannot exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${viewer.id}, 111))`.execute(tx)
  if (!(await findSubject(tx, { kind, id, viewer }))) return 'absent'
  if (await hasSentTooMany(tx, viewer.id)) return 'too often'
  const caseId = await openCase(tx, { kind, id, isUrgent: isUrgent(words.reason) })
  // Read again with the case locked: a moderator may have decided meanwhile.
  const locked = await findSubject(tx, { kind, id, viewer })
  if (!locked) return 'absent'
  const barrier = reportBarrier(viewer, locked)
  if (barrier !== null) return barrier
  const isNotice = words.reason === 'illegal'
  const report = {
    ...{ id: uuidv7(), case_id: caseId, reporter_id: viewer.id, reason: words.reason, details: normalized(words.details) },
    law: isNotice ? normalized(words.law) : null,
    notice_name: isNotice ? normalized(words.name) : null,
    notice_email: isNotice ? normalized(words.email) : null,
    created_at: sql<Date>`clock_timestamp()`,
  }
  await tx.insertInto('report').values(report).execute()
  return { id: report.id }
}

async function hasSentTooMany(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from report where reporter_id = ${personId} and created_at > now() - interval '1 hour'`.execute(tx)
  return (rows[0]?.sent ?? 0) >= reportsAnHour
}

/** Opens the case of this content or adds a reporter to it, and locks it until the transaction ends. */
async function openCase(tx: Tx, { kind, id, isUrgent }: { kind: ReportKind; id: string; isUrgent: boolean }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into report_case as k (id, subject_kind, subject_id, opened_at, is_urgent, reporters)
    values (${uuidv7()}, ${kind}, ${id}, clock_timestamp(), ${isUrgent}, 1)
    on conflict (subject_kind, subject_id) do update set opened_at = coalesce(k.opened_at, clock_timestamp()),
      is_urgent = k.is_urgent or excluded.is_urgent, reporters = k.reporters + 1
    returning id`.execute(tx)
  const [opened] = rows
  if (!opened) throw new Error('An upsert returned no row')
  return opened.id
}
