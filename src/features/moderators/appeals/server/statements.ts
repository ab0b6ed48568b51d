import { sql } from 'kysely'
import { contentStates, hasDecidedAgainst, publicDemandOf } from '#features/moderation/server/public.ts'
import { appealMonths, isAuthorsToEdit, isShown } from '#features/moderation/terms.ts'
import { excerptOf, picturesOf, type StoredSubject, subjectFrom } from '#features/reports/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { removedName } from '#platform/terms.ts'
import type { Appeal, Statement } from '../contract.ts'
import { appealBarrier } from '../policy.ts'

/** SQL: the names under which others saw a person, before moderators removed them; null if no name was removed. */
const removedNames = sql`case when h.display_name is not null then concat_ws(E'\n', h.display_name,
  nullif(h.first_name || case when h.last_name = '' then '' else ' ' || upper(left(h.last_name, 1)) || '.' end, h.display_name)) end`

/** A hidden profile has its text in a table of its own, and a removed name, too. */
const body = sql`case when r.kind = 'person' then coalesce((select concat_ws(E'\n', ${removedNames}, nullif(case when r.body = '' or h.display_name is not null then h.bio else r.body end, ''))
  from moderated_profile h where h.person_id = r.id), r.body) else r.body end`

/**
 * SQL field: the content of the decision `d` as JSON; null if it is gone. `isReader` is the condition that the reader may know the campaign
 * with the id `r.campaign_id`.
 */
export const contentOf = (isReader: ReturnType<typeof sql<boolean>>) => sql<StoredSubject | null>`(
  select json_build_object('kind', r.kind, 'id', r.id, 'title', case when r.campaign_id is null or ${isReader} then r.title else '…' end,
    'excerpt', ${excerptOf(body)}, 'path', r.path, 'pictures', ${picturesOf(sql<boolean>`true`)})
  from reportable r where r.kind = d.subject_kind and r.id = d.subject_id)`

/** SQL condition: the decision `d` is the suspension of a moderator or administrator, about which only administrators decide. */
export const isForAdmins = sql<boolean>`(d.state = 'suspended' and (select s.role <> 'member' from person s where s.id = d.subject_id))`

/** SQL condition: there is a moderator who may decide, has never hidden or removed the content of the decision `d`, nor wrote it. */
export const hasOtherModerators = sql<boolean>`exists (select from person o where o.role in ('moderator', 'admin') and o.deleted_at is null
  and o.suspended_at is null and o.id is distinct from d.author_id and (o.role = 'admin' or not ${isForAdmins}) and not ${hasDecidedAgainst(sql`o.id`)})`

type StoredAppeal = Omit<Appeal, 'sentAt' | 'decidedAt'> & { sentAt: string; decidedAt: string | null }
type Row = Omit<Statement, 'subject' | 'barrier' | 'isSamePersonDeciding' | 'appeal'> & {
  subject: StoredSubject | null
  appeal: StoredAppeal | null
  isInForce: boolean
  hasOthers: boolean
}

/** A decision about something that this person wrote; null if there is none with this id. */
export async function statementFor(db: Db, { id, personId }: { id: string; personId: string }): Promise<Statement | null> {
  const { rows } = await sql<Row>`
    select d.id, d.subject_kind as kind, d.state, d.rule, d.reason, d.created_at as "decidedAt", d.by_mods as "byMods", d.until, ${publicDemandOf} as demand,
      case when d.state <> 'suspended' then ${contentOf(isVisible('campaign', sql`r.campaign_id`, personId))} end as subject,
      d.created_at + make_interval(months => ${appealMonths}) as "appealUntil",
      exists (select from report o join report_case k on k.id = o.case_id where k.subject_kind = d.subject_kind and k.subject_id = d.subject_id and not o.is_automatic
        and o.created_at <= d.created_at and (o.outcome in ('hidden', 'removed', 'settled') or d.state = 'hidden_by_reports')) as "isReported",
      coalesce((select e.state in ('waiting', 'returned') from moderation_decision e where e.subject_kind = d.subject_kind and e.subject_id = d.subject_id
        and e.state in (${contentStates}) and e.state not in ('hidden', 'removed') and (e.created_at, e.id) < (d.created_at, d.id) order by e.created_at desc, e.id desc limit 1), false) as "isHeldByRule",
      not exists (select from moderation_decision n where n.subject_id = d.subject_id and (n.created_at, n.id) > (d.created_at, d.id)
          and case when d.state = 'suspended' then n.state in ('suspended', 'lifted') else n.state in (${contentStates}) end)
        and (d.state <> 'suspended' or exists (select from person s where s.id = d.subject_id and s.suspended_at is not null)) as "isInForce",
      (d.subject_kind = 'person' and d.state = 'removed' and exists (select from moderated_profile h join person s on s.id = h.person_id
        where h.person_id = d.subject_id and h.display_name is not null and ${removedName} in (s.display_name, s.first_name))) as "isNameRemoved",
      ${hasOtherModerators} as "hasOthers",
      case when a.id is not null then json_build_object('id', a.id, 'body', a.body, 'sentAt', a.created_at, 'outcome', a.outcome, 'answer', a.answer,
        'decidedAt', a.decided_at, 'isSamePerson', a.is_same_person) end as appeal
    from recorded_decision d left join moderation_appeal a on a.decision_id = d.id
    where d.id = ${id} and d.author_id = ${personId} and d.state in (${contentStates}, 'warned', 'suspended')`.execute(db)
  const [row] = rows
  if (!row) return null
  const { isInForce, hasOthers, subject, appeal, ...statement } = row
  const barrier = appealBarrier(
    {
      isWarning: row.state === 'warned',
      isAutomatic: row.state === 'hidden_by_reports' || isAuthorsToEdit(row.state),
      isAppealed: appeal !== null,
      isInForce: isInForce && !isShown(row.state),
      appealUntil: row.appealUntil,
    },
    new Date(),
  )
  return { ...statement, subject: subject && subjectFrom(subject), barrier, isSamePersonDeciding: !hasOthers, appeal: appeal && appealFrom(appeal) }
}

const appealFrom = ({ sentAt, decidedAt, ...appeal }: StoredAppeal): Appeal => ({
  ...appeal,
  sentAt: new Date(sentAt),
  decidedAt: decidedAt === null ? null : new Date(decidedAt),
})
