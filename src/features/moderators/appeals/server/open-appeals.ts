import { sql } from 'kysely'
import { hasDecidedAgainst } from '#features/moderation/server/public.ts'
import type { ContentKind } from '#features/moderation/terms.ts'
import { type StoredSubject, subjectFrom } from '#features/reports/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { OpenAppeal } from '../contract.ts'
import { decidingBarrier } from '../policy.ts'
import { contentOf, hasOtherModerators, isForAdmins } from './statements.ts'

const shown = 50

/** SQL condition: only administrators decide about an appeal against the decision `d`, and this viewer is none. */
const isNotFor = (viewerId: string) => sql<boolean>`(${isForAdmins} and exists (select from person v where v.id = ${viewerId} and v.role <> 'admin'))`

type Row = Pick<OpenAppeal, 'id' | 'body' | 'sentAt'> &
  Omit<OpenAppeal['decision'], 'moderatorName'> & {
    subject: StoredSubject | null
    moderatorName: string | null
    isForAdmins: boolean
    hasOthers: boolean
    isAuthor: boolean
    isDecider: boolean
    total: number
  }

/** Appeals without a decision, oldest first. An author who appeals shows the content to all moderators, also if it is in a private community. */
export async function openAppeals(db: Db, viewerId: string): Promise<{ items: OpenAppeal[]; total: number }> {
  const { rows } = await sql<Row>`
    select a.id, a.body, a.created_at as "sentAt", ${contentOf(sql<boolean>`true`)} as subject, d.subject_kind as kind, d.state, d.rule, d.reason,
      d.created_at as "decidedAt", d.by_mods as "byMods", q.display_name as "moderatorName", ${hasOtherModerators} as "hasOthers", coalesce(d.author_id = ${viewerId}, false) as "isAuthor",
      ${hasDecidedAgainst(sql`${viewerId}::uuid`)} as "isDecider", ${isNotFor(viewerId)} as "isForAdmins", count(*) over ()::int as total
    from moderation_appeal a join recorded_decision d on d.id = a.decision_id join person q on q.id = d.moderator_id
    where a.decided_at is null order by a.created_at, a.id limit ${shown}`.execute(db)
  const items = rows.map(({ id, body, sentAt, subject, total: _, isForAdmins, hasOthers, isAuthor, isDecider, moderatorName, ...decision }) => ({
    ...{ id, body, sentAt, subject: subject && subjectFrom(subject) },
    decision: { ...decision, moderatorName: moderatorName ?? '' },
    barrier: decidingBarrier({ isForAdmins, isAuthor, isDecider, hasOthers, sentAt }, new Date()),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

type AppealRow = {
  decisionId: string
  kind: ContentKind
  isSuspension: boolean
  subjectId: string
  sentAt: Date
  isDecided: boolean
  isAuthor: boolean
  isDecider: boolean
  isForAdmins: boolean
  hasOthers: boolean
}

/** An appeal for the person who wants to decide it. */
export async function appealFor(db: Db, { id, viewerId }: { id: string; viewerId: string }): Promise<AppealRow | null> {
  const { rows } = await sql<AppealRow>`
    select a.decision_id as "decisionId", d.subject_kind as kind, d.state = 'suspended' as "isSuspension", ${isNotFor(viewerId)} as "isForAdmins", d.subject_id as "subjectId", a.created_at as "sentAt", a.decided_at is not null as "isDecided",
      coalesce(d.author_id = ${viewerId}, false) as "isAuthor", ${hasDecidedAgainst(sql`${viewerId}::uuid`)} as "isDecider", ${hasOtherModerators} as "hasOthers"
    from moderation_appeal a join moderation_decision d on d.id = a.decision_id where a.id = ${id}`.execute(db)
  return rows[0] ?? null
}
