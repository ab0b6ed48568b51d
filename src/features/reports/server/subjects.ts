import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible, type Noun } from '#platform/server/store/visible.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ReportSubject } from '../contract.ts'
import { excerptLength, type ReportKind } from '../terms.ts'

const nounOf = {
  ...{ campaign: 'campaign', comment: 'comment', update: 'update', chat_message: 'chat_message', post: 'post' },
  ...{ community: 'community_card', person: 'profile', target: 'target' },
} as const satisfies Record<ReportKind, Noun>

/** SQL condition: the viewer may see the row `r` of the view `reportable`. */
const isSubjectVisible = (viewer: string) =>
  sql<boolean>`case r.kind ${sql.join(
    Object.entries(nounOf).map(([kind, noun]) => sql`when ${sql.lit(kind)} then ${isVisible(noun, sql`r.id`, viewer)}`),
    sql` `,
  )} end`

const excerpt = sql`left(btrim(r.body, E' \\n'), ${sql.lit(excerptLength)})`

/** SQL field: the content of a case as JSON, if the viewer may see it, else null. `kind` and `id` are columns of the case. */
export const subjectFor = (viewer: string, { kind, id }: Record<'kind' | 'id', RawBuilder<unknown>>) => sql<ReportSubject | null>`(
  select json_build_object('kind', r.kind, 'id', r.id, 'title', r.title, 'excerpt', ${excerpt}, 'path', r.path)
  from reportable r where r.kind = ${kind} and r.id = ${id} and ${isSubjectVisible(viewer)})`

type SubjectRow = ReportSubject & {
  author: { id: string; first_name: string; last_name: string; avatar_url: string | null; deleted_at: Date | null } | null
  isOwn: boolean
  hasOpenReport: boolean
  isReviewed: boolean
}

/** Content that a person wants to report; null if they may not see it. */
export async function findSubject(db: Db, { kind, id, viewer }: { kind: ReportKind; id: string; viewer: Viewer }): Promise<SubjectRow | null> {
  const { rows } = await sql<SubjectRow>`
    select r.kind, r.id, r.title, ${excerpt} as excerpt, r.path, coalesce(r.author_id = ${viewer.id}, false) as "isOwn",
      case when a.id is not null and a.deleted_at is null then json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'avatar_url', a.avatar_url, 'deleted_at', null) end as author,
      coalesce(k.kept_version >= r.changed_at, false) as "isReviewed",
      coalesce((select true from report o where o.case_id = k.id and o.reporter_id = ${viewer.id} and o.closed_at is null), false) as "hasOpenReport"
    from reportable r left join person a on a.id = r.author_id
    left join report_case k on k.subject_kind = r.kind and k.subject_id = r.id
    where r.kind = ${kind} and r.id = ${id} and ${isSubjectVisible(viewer.id)}`.execute(db)
  return rows[0] ?? null
}
