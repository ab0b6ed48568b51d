import { sql } from 'kysely'
import { detach } from '#features/media/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { placeOf, tombstone } from './queries.ts'

type Held = { id: string; parent_id: string | null }

/**
 * Removes a comment that is held for update. Its place in the thread stays, without words, as long as an answer hangs
 * below it: with the last answer go the empty places above. So lists never read past what nobody sees.
 */
export async function takeAway(tx: Tx, comment: Held): Promise<void> {
  if (!(await isAnswered(tx, comment.id))) return removeUpwards(tx, comment)
  await tx
    .updateTable('campaign_comment')
    .set({ ...tombstone, removed_at: sql<Date>`now()` })
    .where('id', '=', comment.id)
    .execute()
  await tx.deleteFrom('comment_like').where('comment_id', '=', comment.id).execute()
  await detach(tx, { holder: 'campaign_comment', id: comment.id })
}

async function removeUpwards(tx: Tx, { id, parent_id }: Held): Promise<void> {
  // Likes and the place of its picture go with the row.
  await tx.deleteFrom('campaign_comment').where('id', '=', id).execute()
  // Held before it is looked at: whoever answers there, or removes the answer beside this one, is done or waits.
  const above = parent_id === null ? null : await placeOf(tx, { id: parent_id, hold: 'update' })
  if (above?.removed_at && !(await isAnswered(tx, above.id))) await removeUpwards(tx, above)
}

async function isAnswered(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('campaign_comment').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst()) !== undefined
}
