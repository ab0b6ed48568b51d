import { type RawBuilder, sql } from 'kysely'
import { hasModerators, newestAbout } from '#features/moderation/server/public.ts'
import { type AutomaticKind, automaticKinds, type Rule } from '#features/moderation/terms.ts'
import { type ReportReason, urgentReasons } from '#features/reports/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { heldHours, reportersHide, waitingDays } from '../terms.ts'

const atOnce = 100

/** SQL condition: the decision `n` shows again what reports had hidden, and not a text whose author took a private detail out of it. */
const endsHiding = sql<boolean>`n.state = 'released' and (select p.state from moderation_decision p
  where p.subject_id = n.subject_id and p.created_at < n.created_at order by p.created_at desc limit 1) not in ('waiting', 'returned')`

/** SQL condition: the report `o` counts towards hiding the content of the case `k`. Reports from before a release do not. */
const counts = sql<boolean>`o.case_id = k.id and o.closed_at is null and o.is_trusted
  and exists (select from person q where q.id = o.reporter_id and q.suspended_at is null and q.deleted_at is null)
  and not exists (select from moderation_decision n where n.subject_id = k.subject_id and n.created_at >= o.created_at and ${endsHiding})`

/** SQL condition: reports can hide the picture of the case `k`. They never hide pictures of campaigns, updates, communities and targets. */
const isPictureToHide = sql<boolean>`exists (
  select from picture_place w where w.media_id = k.subject_id and w.kind in ('person', 'comment', 'post'))`

/** SQL condition: everybody can read the content of the case `k`. Moderators cannot read what is in a private community. */
const isPublic = sql<boolean>`case k.subject_kind
  when 'comment' then ${isVisible('comment', sql`k.subject_id`, null)}
  when 'post' then ${isVisible('post', sql`k.subject_id`, null)}
  when 'picture' then ${isVisible('picture', sql`k.subject_id`, null)} and ${isPictureToHide}
  else ${isVisible('chat_message', sql`k.subject_id`, null)} end`

/** SQL condition on a case. Without a subject: any case. */
const isAbout = (subject: { id: string } | null) => (subject ? sql<boolean>`k.subject_id = ${subject.id}` : sql<boolean>`true`)

type ReportedText = { kind: AutomaticKind; id: string; rule: Rule; reasons: ReportReason[] }

const ruleOf: Record<ReportReason, Rule> = {
  ...{ false_claim: 'false_claims', harassment: 'harassment', hate: 'harassment', spam: 'spam', illegal: 'illegal' },
  ...{ not_a_boycott: 'not_a_boycott', other: 'other' },
}

/**
 * Texts of new people that enough members have reported, or this one if it is. What was shown again is not hidden before its author edits it.
 * `reasons`: the most frequent first.
 */
export async function textsToHide(db: Db, subject: { id: string } | null = null): Promise<ReportedText[]> {
  const rows = await prepared(
    db,
    sql<Omit<ReportedText, 'rule'>>`
    select r.kind, r.id, (select json_agg(c.reason order by c.number desc, c.reason) from (
      select o.reason, count(*) as number from report o where ${counts} group by 1) c) as reasons
    -- The reports are counted first, because reading the content costs more.
    from (select * from report_case k
        where k.opened_at is not null and k.weight >= ${sql.lit(reportersHide)} and k.subject_kind in (${sql.join(automaticKinds.map((kind) => sql.lit(kind)))})
          and ${isAbout(subject)} and (select count(*) from report o where ${counts}) >= ${sql.lit(reportersHide)} offset 0) k
      -- A lateral subquery reads one row by its id. A join would read all content.
      cross join lateral (select * from reportable r where r.kind = k.subject_kind and r.id = k.subject_id offset 0) r join person p on p.id = r.author_id
    where r.moderation is null and ${hasModerators} and ${isPublic}
      and not exists (select from moderation_decision n
        where n.subject_id = r.id and n.created_at >= r.changed_at and ((n.state in ('visible', 'kept', 'warned') and not n.by_mods) or ${endsHiding}))
      and trust_level(p.id) in ('unconfirmed', 'new')
    limit ${sql.lit(atOnce)}`,
  )
  return rows.map((row) => ({ ...row, rule: ruleOf[row.reasons[0] ?? 'other'] }))
}

/** SQL rows `h` of the texts that reports have hidden, or that wait, with their case `k` and the decision `d`. */
const held = sql`(
    select 'comment' as kind, id, author_id, moderation as state from comment where moderation in ('hidden_by_reports', 'waiting')
    union all select 'post', id, author_id, moderation from community_post where moderation in ('hidden_by_reports', 'waiting')
    union all select 'chat_message', id, author_id, moderation from campaign_chat_message where moderation = 'hidden_by_reports'
    union all select 'picture', h.media_id, m.owner_id, h.state from moderated_picture h join media m on m.id = h.media_id where h.state = 'hidden_by_reports') h
  join report_case k on k.subject_kind = h.kind and k.subject_id = h.id
  cross join lateral (${newestAbout(sql`h.id`)}) d`

/** SQL condition: a member has reported threats, private details or illegality. That stays hidden until a moderator looks. */
const isDangerous: RawBuilder<boolean> = sql`exists (select from report o where ${counts} and o.reason in (${sql.join(urgentReasons.map((reason) => sql.lit(reason)))}))`
const isOver = sql<boolean>`h.state = 'hidden_by_reports' and d.created_at <= now() - make_interval(hours => ${heldHours})`
/** SQL condition: a moderator has looked at the hidden text and kept it, perhaps with a warning. */
const isKept = sql<boolean>`exists (select from moderation_decision n where n.subject_id = h.id and n.state in ('kept', 'warned') and n.created_at >= d.created_at)`

type WaitingText = { kind: AutomaticKind; id: string; rule: Rule }
type HeldText = { kind: AutomaticKind; id: string; isKept: boolean; isWaiting: boolean }

/** Hidden texts that a moderator has kept, or at which nobody has looked in time, or this one if it is. Not those of suspended people. */
export async function textsToRelease(db: Db, subject: { id: string } | null = null): Promise<HeldText[]> {
  const { rows } = await sql<HeldText>`
    select h.kind, h.id, ${isKept} as "isKept", h.state = 'waiting' as "isWaiting" from ${held} join person p on p.id = h.author_id
    where ${isAbout(subject)} and p.suspended_at is null and (${isKept} or not ${hasModerators} or (${isOver} and not ${isDangerous}))
    limit ${atOnce}`.execute(db)
  return rows
}

/** Texts that have waited too long for a look, or this one if it is, with the rule for which they wait. They go back to their authors. */
export async function textsToReturn(db: Db, subject: { id: string } | null = null): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`
    select h.kind, h.id, coalesce(d.rule, 'other') as rule from ${held}
    where ${isAbout(subject)} and h.state = 'waiting' and d.created_at <= now() - make_interval(days => ${waitingDays}) and not ${isKept} and ${hasModerators}
    limit ${atOnce}`.execute(db)
  return rows
}

/** Marks the hidden texts that stay hidden although nobody has looked in time, and returns their number. Each is marked once. */
export async function markOverdue(db: Db): Promise<number> {
  const { rows } = await sql`
    update report_case set escalated_at = now() where id in (
      select k.id from ${held} where k.opened_at is not null and k.escalated_at is null and ${isOver} and ${isDangerous} limit ${atOnce} for update of k skip locked)
    returning id`.execute(db)
  return rows.length
}
