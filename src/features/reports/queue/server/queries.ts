import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { subjectFor } from '../../server/subjects.ts'
import type { QueueItem } from '../contract.ts'

const shownCases = 50
const shownReports = 10

type Stored<Item> = Omit<Item, 'sentAt'> & { sentAt: string }
type Row = Omit<QueueItem, 'reports'> & { reports: Stored<QueueItem['reports'][number]>[]; total: number }

/** Open cases, urgent ones first, then those with most reporters, then the oldest. */
export async function openCases(db: Db, viewerId: string): Promise<{ items: QueueItem[]; total: number }> {
  const { rows } = await sql<Row>`
    select k.id, k.subject_kind as kind, k.subject_id as "subjectId", ${subjectFor(viewerId, columns)} as subject, k.is_urgent as "isUrgent", k.reporters,
      k.opened_at as "openedAt", count(*) over ()::int as total,
      (select json_agg(o order by o."sentAt", o.id) from (
        select o.id, o.reason, o.details, o.created_at as "sentAt", case when o.law is not null then
          json_build_object('law', o.law, 'name', o.notice_name, 'email', o.notice_email) end as notice
        from report o where o.case_id = k.id and o.closed_at is null order by o.created_at, o.id limit ${shownReports}) o) as reports
    from report_case k where k.opened_at is not null order by k.is_urgent desc, k.reporters desc, k.opened_at, k.id limit ${shownCases}`.execute(db)
  const items = rows.map(({ total: _, reports, ...item }) => ({ ...item, reports: reports.map((each) => ({ ...each, sentAt: new Date(each.sentAt) })) }))
  return { items, total: rows[0]?.total ?? 0 }
}

const columns: Record<'kind' | 'id', RawBuilder<unknown>> = { kind: sql`k.subject_kind`, id: sql`k.subject_id` }

/** The author of content that can be reported; undefined if there is no such content. */
export async function authorOf(db: Db, { kind, id }: { kind: string; id: string }): Promise<string | null | undefined> {
  const { rows } = await sql<{ author_id: string | null }>`select author_id from reportable where kind = ${kind} and id = ${id}`.execute(db)
  return rows[0]?.author_id
}
