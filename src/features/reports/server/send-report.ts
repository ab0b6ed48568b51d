import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openReportsOf } from '#features/trust/policy.ts'
import { newnessOf } from '#features/trust/server/public.ts'
import { canonicalAddress } from '#platform/canonical-address.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { normalized } from '#platform/text.ts'
import { isUrgent, type ReportWords, reportBarrier, reportWeight } from '../policy.ts'
import { type ReportBarrier, type ReportKind, reportsAnHour } from '../terms.ts'
import { findSubject, type Reporter } from './subjects.ts'

type Sending = { kind: ReportKind; id: string; words: ReportWords } & Reporter

/** Stores a report and opens the case of its content. Returns the reason if it is refused; the caller then rolls the transaction back. */
export async function sendReport(tx: Tx, { kind, id, words, ...reporter }: Sending): Promise<{ id: string } | ReportBarrier | 'absent' | 'too often'> {
  const { viewer, email } = reporter
  // Serializes the reports of one sender, so that concurrent ones cannot exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${viewer?.id ?? email}, 111))`.execute(tx)
  if (!(await findSubject(tx, { kind, id, ...reporter }))) return 'absent'
  if (viewer && (await hasSentTooMany(tx, viewer.id))) return 'too often'
  const { weight, isTrusted } = viewer ? await weightOf(tx, viewer.id) : { weight: 1 as const, isTrusted: false }
  const caseId = await openCase(tx, { kind, id, isUrgent: isUrgent(words.reason) && weight > 0, weight })
  // Read again while the case is locked, because a moderator may have decided meanwhile.
  const locked = await findSubject(tx, { kind, id, ...reporter })
  if (!locked) return 'absent'
  const barrier = reportBarrier({ viewer, takesVisitors: true }, locked)
  if (barrier !== null) return barrier
  const isNotice = words.reason === 'illegal'
  const report = {
    ...{ id: uuidv7(), case_id: caseId, reporter_id: viewer?.id ?? null, reason: words.reason, details: normalized(words.details) },
    visitor_email: viewer ? null : email,
    is_trusted: isTrusted && viewer !== null && !(await isRepeatedMailbox(tx, { caseId, personId: viewer.id })),
    law: isNotice ? normalized(words.law) : null,
    notice_name: isNotice ? normalized(words.name) : null,
    notice_email: isNotice ? normalized(words.email) : null,
    created_at: sql<Date>`clock_timestamp()`,
  }
  await tx.insertInto('report').values(report).execute()
  return { id: report.id }
}

/** True if the person has sent enough within an hour, or has as many open reports as one person may have. */
async function hasSentTooMany(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ sent: number; open: number }>`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as sent, count(*) filter (where closed_at is null)::int as open
    from report where reporter_id = ${personId} and (created_at > now() - interval '1 hour' or closed_at is null)`.execute(tx)
  const { sent, open } = rows[0] ?? { sent: 0, open: 0 }
  return sent >= reportsAnHour || open >= openReportsOf(await newnessOf(tx, personId))
}

/** True if a report of another account with the same mailbox already counts towards hiding the content. */
async function isRepeatedMailbox(tx: Tx, { caseId, personId }: { caseId: string; personId: string }): Promise<boolean> {
  const reporters = await tx
    .selectFrom('report as o')
    .innerJoin('person as p', 'p.id', 'o.reporter_id')
    .select('p.email')
    .where('o.case_id', '=', caseId)
    .where('o.closed_at', 'is', null)
    .where('o.is_trusted', '=', true)
    .execute()
  const { email } = await tx.selectFrom('person').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  return email !== null && reporters.some((reporter) => reporter.email !== null && canonicalAddress(reporter.email) === canonicalAddress(email))
}

/** `isTrusted`: the report counts towards hiding the content. */
async function weightOf(tx: Tx, personId: string): Promise<{ weight: 0 | 1; isTrusted: boolean }> {
  const { rows } = await sql<{ decided: number; kept: number; isMember: boolean }>`
    select trust_level(${personId}) in ('member', 'trusted') as "isMember", count(*)::int as decided, count(*) filter (where outcome = 'kept')::int as kept from report
    where reporter_id = ${personId} and created_at > now() - interval '1 year' and outcome <> 'gone' and not by_mods`.execute(tx)
  const [row = { decided: 0, kept: 0, isMember: false }] = rows
  const weight = reportWeight(row)
  return { weight, isTrusted: weight > 0 && row.isMember }
}

/** Opens the case of this content or adds a reporter to it, and locks it until the transaction ends. */
async function openCase(tx: Tx, { kind, id, isUrgent, weight }: { kind: ReportKind; id: string; isUrgent: boolean; weight: 0 | 1 }): Promise<string> {
  // The case may have begun without a report, and so without its community.
  const communityOf = sql`(select r.community_id from reportable r where r.kind = ${kind} and r.id = ${id})`
  // A UUIDv7 would tell the owner and mods of a community the moment of the report.
  const { rows } = await sql<{ id: string }>`
    insert into report_case as k (id, subject_kind, subject_id, community_id, opened_at, is_urgent, reporters, weight)
    values (gen_random_uuid(), ${kind}, ${id}, ${communityOf}, clock_timestamp(), ${isUrgent}, 1, ${weight})
    on conflict (subject_kind, subject_id) do update set opened_at = coalesce(k.opened_at, clock_timestamp()),
      community_id = coalesce(k.community_id, excluded.community_id),
      is_urgent = k.is_urgent or excluded.is_urgent, reporters = k.reporters + 1, weight = k.weight + excluded.weight
    returning id`.execute(tx)
  const [opened] = rows
  if (!opened) throw new Error('An upsert returned no row')
  return opened.id
}
