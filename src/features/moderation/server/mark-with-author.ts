import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { isHiddenWithAuthor } from './decisions.ts'

type Content = {
  table: 'campaign_update' | 'campaign_chat_message' | 'community_post' | 'company_statement'
  author: 'creator_id' | 'author_id'
  /** The column of the campaign or community in which it is. */
  place: 'campaign_id' | 'community_id'
  /** SQL for more assignments to the row. */
  also?: RawBuilder<unknown>
}
type Marking = { authorId: string; isHidden: boolean }

/** Content that was hidden or restored, with the campaign or community in which it is. */
export type Marked = { id: string; placeId: string }

/**
 * Hides what a suspended person wrote, except what a moderator has hidden or removed, or restores it, except what a moderator has decided about
 * since. Newest first.
 */
export async function markWithAuthor(tx: Tx, { table, author, place, also }: Content, { authorId, isHidden }: Marking): Promise<Marked[]> {
  const assignments = [sql`moderation = ${isHidden ? 'hidden' : null}`, ...(also ? [also] : [])]
  const { rows } = await sql<Marked>`
    with chosen as (
      select t.id from ${sql.table(table)} t where ${sql.ref(`t.${author}`)} = ${authorId}
        and ${isHidden ? sql`t.moderation is null` : isHiddenWithAuthor('t.moderation', 't.id')}
      order by ${sql.ref(`t.${place}`)}, t.id for update),
    changed as (
      update ${sql.table(table)} t set ${sql.join(assignments)} from chosen where t.id = chosen.id
      returning t.id, ${sql.ref(`t.${place}`)} as place_id, t.created_at)
    select id, place_id as "placeId" from changed order by created_at desc, id desc`.execute(tx)
  return rows
}
