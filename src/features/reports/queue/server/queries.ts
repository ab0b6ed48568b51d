import { sql } from 'kysely'
import { contentStates, decisionsAgainst, isModsCase, isSiteCase, newestAbout } from '#features/moderation/server/public.ts'
import { modsFirstHours } from '#features/moderation/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import { excerptOf, isContentReported, isOpenToModerator, readContent, type StoredSubject, subjectFields, subjectFrom } from '../../server/subjects.ts'
import type { QueueItem, QueueSummary } from '../contract.ts'
import { decisionTime, shownCases } from '../terms.ts'

const shownReports = 10
const shownDecisions = 5

type Stored<Item, Field extends string> = Omit<Item, Field> & { [field in Field]: string }
type Decision = QueueItem['history']['decisions'][number]
type Case = Pick<QueueItem, 'id' | 'kind' | 'subjectId' | 'isUrgent' | 'reporters' | 'modsFirstUntil' | 'openedAt'> & {
  reports: Stored<QueueItem['reports'][number], 'sentAt'>[]
  claim: Stored<NonNullable<QueueItem['claim']>, 'until'> | null
  decisions: Stored<Decision, 'decidedAt'>[]
  closedReports: number
  isHidden: boolean
  isReported: boolean
  total: number
}
type Content = StoredSubject &
  Pick<QueueItem, 'version' | 'isOpenToYou' | 'author' | 'replyTo' | 'discussion'> & {
    isContentReported: boolean
    moderation: string | null
    reason: string | null
    authorDecisions: number
  }

const order = sql`k.is_urgent desc, k.weight desc, k.opened_at, k.id`

/** Open cases after the first `skip`: urgent cases before others, then by the weight of their reports, then the oldest. */
export async function openCases(db: Db, { viewerId, skip }: { viewerId: string; skip: number }): Promise<{ items: QueueItem[]; total: number }> {
  const cases = await prepared(
    db,
    sql<Case>`
    select k.id, k.subject_kind as kind, k.subject_id as "subjectId", k.is_urgent as "isUrgent", k.reporters, k.is_hidden as "isHidden",
      case when k.is_mods then k.opened_at + make_interval(hours => ${sql.lit(modsFirstHours)}) end as "modsFirstUntil",
      ${isSiteCase('k', sql.ref('k.is_mods'))} as "isReported", k.opened_at as "openedAt", (select count(*) from report_case where opened_at is not null)::int as total,
      (select coalesce(json_agg(d order by d."decidedAt" desc), '[]') from (
        select d.state, d.rule, d.by_mods as "byMods", d.created_at as "decidedAt" from moderation_decision d
        where d.subject_id = k.subject_id and d.subject_kind = k.subject_kind and d.state in (${contentStates}, 'kept', 'warned')
        order by d.created_at desc, d.id desc limit ${sql.lit(shownDecisions)}) d) as decisions,
      (select count(*)::int from report o where o.case_id = k.id and o.closed_at is not null) as "closedReports",
      case when k.claimed_until > now() then json_build_object('by', (select p.display_name from person p where p.id = k.claimed_by),
        'isYours', k.claimed_by = ${viewerId}::uuid, 'until', k.claimed_until) end as claim,
      (select coalesce(json_agg(o order by o."sentAt", o.id), '[]') from (
        select o.id, o.reason, o.details, o.created_at as "sentAt", case when o.law is not null then
          json_build_object('law', o.law, 'name', o.notice_name, 'email', o.notice_email) end as notice
        from report o where o.case_id = k.id and o.closed_at is null order by o.created_at, o.id limit ${sql.lit(shownReports)}) o) as reports
    from (select k.*, ${isModsCase('k')} as is_mods from report_case k where k.opened_at is not null
      order by ${order} offset ${skip}::int limit ${sql.lit(shownCases)}) k order by ${order}`,
  )
  const content = await contentFor(db, cases, viewerId)
  return { items: cases.map((each) => itemFrom(each, content.get(each.subjectId))), total: cases[0]?.total ?? 0 }
}

/** The content that the cases are about, by content id. It includes content that this moderator may not read; `itemFrom` leaves that out. */
function contentFor(db: Db, cases: readonly Case[], viewerId: string): Promise<Map<string, Content>> {
  const replyTo = sql`(select json_build_object('by', q.display_name, 'excerpt', ${excerptOf(sql`p.body`)}) from comment s
    join comment p on p.id = s.parent_id join person q on q.id = p.author_id where s.id = r.id and p.removed_at is null)`
  return readContent<Content>(
    db,
    cases.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
    (kind, literal) => ({
      fields: sql<Content>`${subjectFields(literal)}, ${isOpenToModerator(viewerId)} as "isOpenToYou", ${isContentReported(literal)} as "isContentReported",
        r.changed_at::text as version, r.moderation, (select d.reason from (${newestAbout(sql`r.id`)}) d) as reason,
        (select json_build_object('id', q.id, 'name', q.display_name) from person q where q.id = r.author_id) as author,
        ${kind === 'comment' ? replyTo : sql`null`} as "replyTo", ${decisionsAgainst(sql`r.author_id`)} as "authorDecisions",
        (select json_build_object('campaignId', c.id, 'isLocked', c.is_discussion_locked, 'slowSeconds', c.slow_mode_seconds)
          from campaign c where c.id = r.campaign_id) as discussion`,
      condition: sql<boolean>`true`,
    }),
  )
}

function itemFrom({ total: _, isHidden, isReported, reports, claim, decisions, closedReports, ...item }: Case, content: Content | undefined): QueueItem {
  const isReadable = content !== undefined && (content.isOpenToYou || isReported || content.isContentReported)
  return {
    ...item,
    subject: isReadable ? subjectOf(content) : null,
    isOpenToYou: content?.isOpenToYou ?? false,
    author: isReadable ? content.author : null,
    replyTo: content?.isOpenToYou ? content.replyTo : null,
    version: content?.version ?? null,
    discussion: content?.discussion ?? null,
    hidden: content ? hiddenFrom(content, isHidden) : null,
    reports: reports.map((each) => ({ ...each, sentAt: new Date(each.sentAt) })),
    claim: claim && { ...claim, until: new Date(claim.until) },
    history: {
      decisions: decisions.map((each) => ({ ...each, decidedAt: new Date(each.decidedAt) })),
      closedReports,
      authorDecisions: content?.authorDecisions ?? 0,
    },
  }
}

const subjectOf = ({ kind, id, title, excerpt, path, pictures }: Content) => subjectFrom({ kind, id, title, excerpt, path, pictures })

const waitingStates = ['hidden_by_organizer', 'hidden_by_reports', 'waiting'] as const

/** Why content is hidden until a moderator decides; null if the content is not hidden. `isHidden` is true if a moderator hid the content for review. */
function hiddenFrom({ moderation, reason }: Content, isHidden: boolean): QueueItem['hidden'] {
  const state = isHidden ? 'hidden' : waitingStates.find((each) => each === moderation)
  return state && reason !== null ? { state, reason } : null
}

/** The numbers of cases in the queue and of tasks on the moderators' other pages, and the median time from a report to the decision about it. */
export async function queueSummary(db: Db): Promise<QueueSummary> {
  const { rows } = await sql<QueueSummary>`
    select (select count(*) from report_case where opened_at is not null)::int as open,
      (select count(*) from report_case where opened_at is not null and is_urgent)::int as urgent,
      w.appeals, w.companies, w.joins,
      (select case when count(*) >= ${decisionTime.atLeast} then
          round((percentile_cont(0.5) within group (order by extract(epoch from o.closed_at - o.created_at)) / 3600)::numeric, 1)::float end
        from (select * from report o where o.closed_at > now() - make_interval(days => ${decisionTime.days}) and o.outcome <> 'gone' and not o.by_mods
          order by o.closed_at desc limit ${decisionTime.atMost}) o) as "medianHours"
    from (select count(*) filter (where page = 'appeals')::int as appeals, count(*) filter (where page = 'companies')::int as companies,
      count(*) filter (where page = 'joins')::int as joins from moderator_work) w`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  return row
}
