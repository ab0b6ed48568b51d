import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import type { ContextLine } from '../../contract.ts'
import { excerptOf, isOpenToModerator, readContent } from '../../server/subjects.ts'
import type { ReportKind } from '../../terms.ts'
import { contextEachSide } from '../../terms.ts'

type Content = { kind: ReportKind; id: string }

/** SQL fields of a line. `q` is its author. */
const line = (place: ContextLine['place'], row: string, text: RawBuilder<unknown>) =>
  sql`${sql.ref(`${row}.id`)} as id, ${sql.lit(place)} as place, q.display_name as by, ${excerptOf(text)} as text, ${sql.ref(`${row}.created_at`)} as "sentAt"`

/** SQL: the rows nearest to the row `of`, before and after it. `table` is joined to its author, and `where` limits it to the shown rows of one place. */
const neighbours = (table: string, of: string, where: RawBuilder<unknown>) => {
  const side = (place: 'before' | 'after', compare: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select ${line(place, 'n', sql`n.body`)} from ${sql.table(table)} n join person q on q.id = n.author_id
    where ${where} and (n.created_at, n.id) ${compare} (${sql.ref(`${of}.created_at`)}, ${sql.ref(`${of}.id`)})
    order by n.created_at ${order}, n.id ${order} limit ${sql.lit(contextEachSide)})`
  return sql`${side('before', sql`<`, sql`desc`)} union all ${side('after', sql`>`, sql`asc`)}`
}

/** SQL queries by kind of content; a kind without one has no context beside its own title. */
const queries: { [kind in ReportKind]?: (id: string) => RawBuilder<ContextLine> } = {
  chat_message: (id) => sql`
    select l.* from campaign_chat_message s cross join lateral (
      ${neighbours('campaign_chat_message', 's', sql`n.campaign_id = s.campaign_id and n.moderation is null`)}) l
    where s.id = ${id} order by l."sentAt", l.id`,
  post: (id) => sql`
    select ${line('community', 'g', sql`g.description`)} from community_post s join community g on g.id = s.community_id
      join person q on q.id = g.owner_user_id where s.id = ${id}`,
  comment: (id) => sql`
    with recursive chain as (
      select s.id, s.parent_id, s.post_id, s.created_at from comment s where s.id = ${id}
      union all select p.id, p.parent_id, p.post_id, p.created_at from chain c join comment p on p.id = c.parent_id)
    select * from (
      select ${line('post', 'p', sql`p.title || E'\n' || p.body`)} from chain s join community_post p on p.id = s.post_id and p.moderation is null
        join person q on q.id = p.author_id where s.id = ${id}
      union all
      select ${line('parent', 'p', sql`p.body`)} from chain c join comment p on p.id = c.id and p.removed_at is null
        join person q on q.id = p.author_id where c.id <> ${id}
      union all
      select l.* from chain s cross join lateral (
        ${neighbours('comment', 's', sql`n.post_id = s.post_id and n.removed_at is null and n.id not in (select c.id from chain c)`)}) l
      where s.id = ${id} and s.post_id is not null) l order by l."sentAt", l.id`,
}

/**
 * Reads what is around reported content, oldest first: the comments that it answers, its post and the comments beside it, the messages before and
 * after it, its community. Only what is shown there. The caller has checked that the reader may open the content at its place.
 */
export async function contextOf(db: Db, { kind, id }: Content): Promise<ContextLine[]> {
  const query = queries[kind]?.(id)
  return query ? prepared(db, query) : []
}

/** Reads what is around the content of an open case; empty if this moderator may not open it at its place, null if there is no such case. */
export async function contextOfCase(db: Db, { id, moderatorId }: { id: string; moderatorId: string }): Promise<ContextLine[] | null> {
  const { rows } = await sql<Content>`
    select k.subject_kind as kind, k.subject_id as id from report_case k where k.id = ${id} and k.opened_at is not null`.execute(db)
  const [content] = rows
  if (!content) return null
  const open = await readContent(db, [content], () => ({ fields: sql<{ id: string }>`r.id`, condition: isOpenToModerator(moderatorId) }))
  return open.has(content.id) ? contextOf(db, content) : []
}
