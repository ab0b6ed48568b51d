import { type RawBuilder, sql } from 'kysely'
import { isHiddenWithAuthor } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** The campaigns and posts whose discussions have changed. */
export type ChangedDiscussions = { campaignIds: string[]; postIds: string[] }

/** Hides the comments of a suspended person, except those that are already removed or that a moderator has decided on. */
export const hideCommentsOf = (tx: Tx, authorId: string): Promise<ChangedDiscussions> =>
  change(tx, authorId, sql`c.removed_at is null`, sql`moderation = 'hidden', removed_at = now()`)

/** Restores the comments that `hideCommentsOf` has hidden, except those that a moderator has since decided on. */
export const restoreCommentsOf = (tx: Tx, authorId: string): Promise<ChangedDiscussions> =>
  change(tx, authorId, isHiddenWithAuthor('c.moderation', 'c.id'), sql`moderation = null, removed_at = null`)

async function change(tx: Tx, authorId: string, which: RawBuilder<unknown>, values: RawBuilder<unknown>): Promise<ChangedDiscussions> {
  const { rows } = await sql<{ campaign_id: string | null; post_id: string | null }>`
    with changed as (
      update comment set ${values} where id in (select c.id from comment c where c.author_id = ${authorId} and ${which} order by c.id for update)
      returning campaign_id, post_id)
    select distinct campaign_id, post_id from changed`.execute(tx)
  return {
    campaignIds: rows.flatMap(({ campaign_id }) => campaign_id ?? []),
    postIds: rows.flatMap(({ post_id }) => post_id ?? []),
  }
}
