import { sql } from 'kysely'
import { detach } from '#features/media/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { commentAt, tombstone } from './queries.ts'

type Held = { id: string; parent_id: string | null }

/**
 * Removes a comment that is held for update. Its place in the thread stays, without words, as long as an answer hangs
 * below it: with the last answer go the empty places above. So lists never read past what nobody sees.
 */
export async function takeAway(tx: Tx, comment: Held): Promise<void> {
  if (!(await isAnswered(tx, comment))) return removeUpwards(tx, comment)
  await tx
    .updateTable('comment')
    .set({ ...tombstone, removed_at: sql<Date>`now()` })
    .where('id', '=', comment.id)
    .execute()
  await tx.deleteFrom('comment_like').where('comment_id', '=', comment.id).execute()
  await detach(tx, { holder: 'comment', id: comment.id })
  // Of what nobody sees any more nobody is told, and whoever was told finds it gone.
  await tx.deleteFrom('notification_event').where('comment_id', '=', comment.id).execute()
}

async function removeUpwards(tx: Tx, comment: Held): Promise<void> {
  const going = [comment.id]
  let top = comment
  // All are held before the first goes: that one is counted down on the post, and whoever answers holds the parent before they count up.
  while (top.parent_id !== null) {
    const above = await commentAt(tx, { id: top.parent_id, hold: 'update' })
    if (!above?.removed_at || (await isAnswered(tx, { id: above.id, beside: top.id }))) break
    going.push(above.id)
    top = above
  }
  // Likes and the place of its picture go with the row.
  for (const id of going) await tx.deleteFrom('comment').where('id', '=', id).execute()
}

/** Whether an answer hangs below it, other than `beside`. */
async function isAnswered(tx: Tx, { id, beside = null }: { id: string; beside?: string | null }): Promise<boolean> {
  const answers = tx.selectFrom('comment').select('id').where('parent_id', '=', id).where('id', 'is distinct from', beside)
  return (await answers.limit(1).executeTakeFirst()) !== undefined
}
