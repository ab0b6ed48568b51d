import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { ReportSubject } from '../../contract.ts'
import { visibleSubjects } from '../../server/subjects.ts'
import { countedCases, type ReportReason } from '../../terms.ts'

const shownCases = 50
const shownReports = 10
const order = sql`k.weight desc, k.opened_at, k.id`

type Report = { id: string; reason: ReportReason; details: string; sentAt: Date }
type Case = { id: string; version: string; subject: ReportSubject; reporters: number; openedAt: Date; isClaimed: boolean; reports: Report[] }
type Row = Omit<Case, 'subject' | 'reports'> & {
  kind: 'post' | 'comment'
  subjectId: string
  reports: (Omit<Report, 'sentAt'> & { sentAt: string })[]
  total: number
}

/** SQL field: a moderator of the site is looking at the case `k`. */
const isClaimed = sql<boolean>`coalesce(k.claimed_until > now(), false)`

/** SQL condition: the viewer may see the content of the case `k` of a community. */
const isCaseVisible = (viewerId: string) =>
  sql<boolean>`case k.subject_kind when 'post' then ${isVisible('post', sql`k.subject_id`, viewerId)} else ${isVisible('comment', sql`k.subject_id`, viewerId)} end`

/**
 * The cases about which the owner and mods of a community may decide, in the order of the site's queue. Times are days, and ids of reports are hashed
 * because they begin with the time: the moment of a report could tell who sent it. The caller has checked that the viewer is one.
 */
export async function casesInCommunity(
  db: Db,
  { communityId, viewerId }: { communityId: string; viewerId: string },
): Promise<{ items: Case[]; total: number }> {
  const rows = await prepared(
    db,
    sql<Row>`
    select k.id, k.subject_kind as kind, k.subject_id as "subjectId", k.changed_at::text as version, k.reporters, date_trunc('day', k.opened_at) as "openedAt", ${isClaimed} as "isClaimed", count(*) over ()::int as total,
      (select coalesce(json_agg(o), '[]') from (
        select overlay(overlay(md5(o.id::text) placing '4' from 13) placing '8' from 17)::uuid as id, o.reason, o.details, date_trunc('day', o.created_at) as "sentAt" from report o
        where o.case_id = k.id and o.closed_at is null order by o.created_at, o.id limit ${sql.lit(shownReports)}) o) as reports
    from (select * from community_case k where k.community_id = ${communityId}::uuid and ${isCaseVisible(viewerId)}
      order by ${order} limit ${sql.lit(countedCases + 1)}) k
    order by ${order} limit ${sql.lit(shownCases)}`,
  )
  const subjects = await visibleSubjects(
    db,
    rows.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
    viewerId,
  )
  const items = rows.flatMap(({ total: _, kind: _kind, subjectId, reports, ...each }) => {
    const subject = subjects.get(subjectId)
    return subject ? [{ ...each, subject, reports: reports.map((report) => ({ ...report, sentAt: new Date(report.sentAt) })) }] : []
  })
  return { items, total: rows[0]?.total ?? 0 }
}

type DecidableCase = { communityId: string; kind: 'post' | 'comment'; subjectId: string; authorId: string | null; version: string; isClaimed: boolean }

/** A case about which the owner and mods of its community may decide, and whose content this viewer sees; null if there is none. */
export async function caseInCommunity(db: Db, { id, viewerId }: { id: string; viewerId: string }): Promise<DecidableCase | null> {
  const { rows } = await sql<DecidableCase>`
    select k.community_id as "communityId", k.subject_kind as kind, k.subject_id as "subjectId", k.author_id as "authorId", k.changed_at::text as version,
      ${isClaimed} as "isClaimed"
    from community_case k where k.id = ${id} and ${isCaseVisible(viewerId)}`.execute(db)
  return rows[0] ?? null
}

/** The same, with the case locked until the transaction ends, so that no report arrives meanwhile. Lock order: content, its decisions, its case. */
export async function lockCaseInCommunity(tx: Tx, query: { id: string; viewerId: string }): Promise<DecidableCase | null> {
  await sql`select from report_case where id = ${query.id} for update`.execute(tx)
  return caseInCommunity(tx, query)
}
