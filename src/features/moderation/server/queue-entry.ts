import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'

type Subject = { kind: string; id: string }

/** SQL condition: somebody moderates this site. Otherwise nothing is hidden and nothing waits, because nobody would ever look. */
export const hasModerators = sql<boolean>`exists (select from person q where q.role in ('moderator', 'admin') and q.deleted_at is null and q.suspended_at is null)`

/** Puts content into the moderators' queue without a report, last in its order. Lock order: content, then its case. */
export async function addToQueue(tx: Tx, { kind, id }: Subject): Promise<void> {
  await sql`
    insert into report_case as k (id, subject_kind, subject_id, opened_at) values (gen_random_uuid(), ${kind}, ${id}, clock_timestamp())
    on conflict (subject_kind, subject_id) do update set opened_at = coalesce(k.opened_at, excluded.opened_at)`.execute(tx)
}

/**
 * Reports content in the name of nobody, because of something that is unusual there. It is urgent, and moderators are notified as of other urgent
 * reports. Nothing changes while an earlier such report is open.
 */
export async function reportAutomatically(tx: Tx, subject: Subject, details: string): Promise<void> {
  await addToQueue(tx, subject)
  const { rows } = await sql<{ case_id: string }>`
    insert into report (id, case_id, reason, details, is_automatic)
    select ${uuidv7()}, k.id, 'spam', ${details}, true from report_case k where k.subject_kind = ${subject.kind} and k.subject_id = ${subject.id}
      and not exists (select from report r where r.case_id = k.id and r.closed_at is null and r.is_automatic)
    returning case_id`.execute(tx)
  for (const { case_id } of rows)
    await sql`update report_case set is_urgent = true, reporters = reporters + 1, weight = weight + 1 where id = ${case_id}`.execute(tx)
}

/** Takes content out of the queue, unless it has open reports or a moderator has hidden it. */
export async function takeFromQueue(tx: Tx, { kind, id }: Subject): Promise<void> {
  await sql`
    update report_case set opened_at = null, claimed_by = null, claimed_until = null
    where subject_kind = ${kind} and subject_id = ${id} and reporters = 0 and not is_hidden`.execute(tx)
}
