import { type RawBuilder, sql } from 'kysely'
import { pictureOf } from '#features/media/server/public.ts'
import { isReportedToSite } from '#features/moderation/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import { isVisible, type Noun } from '#platform/server/store/visible.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ReportSubject, SubjectPicture } from '../contract.ts'
import { excerptLength, type ReportKind } from '../terms.ts'

const nounOf = {
  ...{ campaign: 'campaign', comment: 'comment', update: 'update', chat_message: 'chat_message', post: 'post' },
  ...{ community: 'community_card', person: 'profile', target: 'target', company_statement: 'company_statement', picture: 'picture' },
} as const satisfies Record<ReportKind, Noun>

/** SQL field: the beginning of a text, with an ellipsis if more follows. */
export const excerptOf = (body: RawBuilder<unknown>) => sql<string>`(
  select case when length(t) > ${sql.lit(excerptLength)} then left(t, ${sql.lit(excerptLength - 1)}) || '…' else t end from btrim(${body}, E' \\n') t)`
const excerpt = excerptOf(sql`r.body`)

/** A picture as SQL returns it, and content with such pictures. */
type StoredPicture = Parameters<typeof pictureOf>[0] & Pick<SubjectPicture, 'state'>
export type StoredSubject = Omit<ReportSubject, 'pictures'> & { pictures: StoredPicture[] }

/** Content in the API's form, from the fields of SQL. */
export const subjectFrom = ({ pictures, ...subject }: StoredSubject): ReportSubject => ({
  ...subject,
  pictures: pictures.map(({ state, ...row }) => ({ ...pictureOf(row), state })),
})

/** The kind of the row `r`. Where it is known, a literal in its place makes the database plan the tables of that kind alone. */
const kindOfRow = sql`r.kind`

/** SQL field: the pictures of the row `r`, for `subjectFrom`. `isShown` is a condition on their places `w`. */
export const picturesOf = (isShown: RawBuilder<boolean>, kind = kindOfRow) => sql<StoredPicture[]>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder, 'formats', m.formats,
    'isGenerated', m.is_generated, 'purpose', m.purpose, 'state', w.state) order by w.slot, w.sort_order), '[]')
  from (select * from picture_place w where w.kind = ${kind} and w.content_id = r.id
    union all (select * from picture_place w where ${kind} = 'picture' and w.media_id = r.id limit 1)) w join media m on m.id = w.media_id
  where ${isShown})`
const isPictureVisible = (viewerId: string | null) => isVisible('picture', sql`w.media_id`, viewerId)

type Content = { kind: ReportKind; id: string }

/**
 * Reads content: the SQL `fields` of the row `r` of the view `reportable`, where the `condition` holds. The result maps ids to rows. Each kind is
 * read by a statement of its own with the kind as a literal: with a variable one, the database plans the tables of all kinds for each field.
 */
export async function readContent<Row extends { id: string }>(
  db: Db,
  content: readonly Content[],
  select: (kind: ReportKind, literal: RawBuilder<unknown>) => { fields: RawBuilder<Row>; condition: RawBuilder<boolean> },
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const [kind, some] of Map.groupBy(content, ({ kind }) => kind)) {
    const literal = sql.lit(kind)
    const { fields, condition } = select(kind, literal)
    // The subquery hides the number of ids from the planner, which would otherwise plan anew for each short list.
    const query = sql<Row>`
      select ${fields} from unnest((select ${some.map(({ id }) => id)}::uuid[])) as asked(id)
        cross join lateral (select * from reportable r where r.kind = ${literal} and r.id = asked.id offset 0) r
      where ${condition}`
    for (const row of await prepared(db, query)) found.set(row.id, row)
  }
  return found
}

/** SQL fields of the row `r` for `subjectFrom`. */
export const subjectFields = (kind: RawBuilder<unknown>, isShown = sql<boolean>`true`) =>
  sql<StoredSubject>`r.kind, r.id, r.title, ${excerpt} as excerpt, r.path, ${picturesOf(isShown, kind)} as pictures`

/** The content that this viewer may see, by its id. */
export async function visibleSubjects(db: Db, content: readonly Content[], viewerId: string): Promise<Map<string, ReportSubject>> {
  const rows = await readContent<StoredSubject>(db, content, (kind, literal) => ({
    fields: subjectFields(literal, isPictureVisible(viewerId)),
    condition: isVisible(nounOf[kind], sql`r.id`, viewerId),
  }))
  return new Map([...rows].map(([id, row]) => [id, subjectFrom(row)]))
}

/** SQL condition: this moderator reads the row `r` at its place. Moderators read what is hidden, too, but nothing in a private community that they have not joined. */
export const isOpenToModerator = (moderatorId: string) =>
  sql<boolean>`(r.community_id is null or ${isVisible('community_inside', sql`r.community_id`, moderatorId)})`

/** SQL condition: the row `r` is a picture of content that is reported to the site's moderators. */
export const isContentReported = (kind: RawBuilder<unknown>) => sql<boolean>`(${kind} = 'picture' and exists (
  select from picture_place w where w.media_id = r.id and ${isReportedToSite({ kind: sql`w.kind`, id: sql`w.content_id` })}))`

/** SQL condition: this moderator reads the row `r`, at its place or because it, or the content of a picture, is reported to the site's moderators. */
export const isReadByModerator = (moderatorId: string, kind = kindOfRow) =>
  sql<boolean>`(${isOpenToModerator(moderatorId)} or ${isReportedToSite({ kind, id: sql`r.id` })} or ${isContentReported(kind)})`

/** The author and the version of content that this moderator reads and that can be reported; undefined if there is no such content. */
export async function authorAndVersion(db: Db, { moderatorId, ...content }: Content & { moderatorId: string }) {
  const found = await readContent<{ id: string; authorId: string | null; version: string }>(db, [content], (_, kind) => ({
    fields: sql`r.id, r.author_id as "authorId", r.changed_at::text as version`,
    condition: isReadByModerator(moderatorId, kind),
  }))
  return found.get(content.id)
}

/** The version of content, whoever may read it. */
export async function versionOf(db: Db, content: Content): Promise<string | undefined> {
  const fields = sql<{ id: string; version: string }>`r.id, r.changed_at::text as version`
  return (await readContent(db, [content], () => ({ fields, condition: sql<boolean>`true` }))).get(content.id)?.version
}

type SubjectRow = StoredSubject & {
  author: { id: string; first_name: string; last_name: string; avatar_url: string | null; deleted_at: Date | null } | null
  isOwn: boolean
  hasOpenReport: boolean
  isReviewed: boolean
}

/** The sender of a report: a signed-in person, or a visitor with this address. */
export type Reporter = { viewer: Viewer | null; email?: string | undefined }

/** Content that somebody wants to report; null if they may not see it. */
export async function findSubject(db: Db, { kind, id, viewer, email }: { kind: ReportKind; id: string } & Reporter): Promise<SubjectRow | null> {
  const { rows } = await sql<SubjectRow>`
    select ${subjectFields(sql.lit(kind), isPictureVisible(viewer?.id ?? null))}, coalesce(r.author_id = ${viewer?.id ?? null}::uuid, false) as "isOwn",
      -- The person behind a company's statement is not public.
      case when r.kind <> 'company_statement' and a.id is not null and a.deleted_at is null then json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'avatar_url', a.avatar_url, 'deleted_at', null) end as author,
      coalesce(k.kept_version >= r.changed_at, false) as "isReviewed",
      coalesce((select true from report o where o.case_id = k.id and (o.reporter_id = ${viewer?.id ?? null}::uuid or o.visitor_email = ${email ?? null}::text) and o.closed_at is null), false) as "hasOpenReport"
    from reportable r left join person a on a.id = r.author_id
    left join report_case k on k.subject_kind = r.kind and k.subject_id = r.id
    where r.kind = ${sql.lit(kind)} and r.id = ${id} and ${isVisible(nounOf[kind], sql`r.id`, viewer?.id ?? null)}`.execute(db)
  return rows[0] ?? null
}
