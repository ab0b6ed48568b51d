import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { OwnReport } from '../contract.ts'
import { visibleSubjects } from './subjects.ts'

type Page = { viewer: Viewer; cursor?: string | undefined; limit: number }

/** A person's own reports, newest first. */
export async function ownReports(db: Db, { viewer, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const { rows } = await sql<Omit<OwnReport, 'subject'> & { subjectId: string; at: string }>`
    select o.id, k.subject_kind as kind, k.subject_id as "subjectId", o.reason, o.created_at as "sentAt", o.outcome, o.closed_at as "closedAt", o.by_mods as "byMods", o.created_at::text as at
    from report o join report_case k on k.id = o.case_id
    where o.reporter_id = ${viewer.id} ${from ? sql`and (o.created_at, o.id) < (${from.after}::timestamptz, ${from.id}::uuid)` : sql``}
    order by o.created_at desc, o.id desc limit ${limit + 1}`.execute(db)
  const subjects = await visibleSubjects(
    db,
    rows.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
    viewer.id,
  )
  return pageOfRows(rows, limit, {
    item: ({ at: _at, subjectId, ...report }) => ({ ...report, subject: subjects.get(subjectId) ?? null }),
    position: ({ at, id }) => ({ after: at, id }),
  })
}

/** Removes the reporter of a deleted account from their reports. The reports stay, because moderators act on them. */
export async function forgetReporter(tx: Tx, personId: string): Promise<void> {
  await tx.updateTable('report').set({ reporter_id: null, notice_name: null, notice_email: null }).where('reporter_id', '=', personId).execute()
}
