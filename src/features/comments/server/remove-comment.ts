import { sql } from 'kysely'
import { detach } from '#features/media/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { commentAt, tombstone } from './queries.ts'

type LockedComment = { id: string; parent_id: string | null }

/**
 * Removes a comment that the caller has locked for update. If it has replies, its row is kept as a tombstone without text. Deleting the
 * last reply also deletes the tombstones above it, so that lists read no rows that are not shown.
 */
export async function removeComment(tx: Tx, comment: LockedComment): Promise<void> {
  if (!(await isAnswered(tx, comment))) return removeUpwards(tx, comment)
  await tx
    .updateTable('comment')
    .set({ ...tombstone, moderation: null, removed_at: sql<Date>`now()` })
    .where('id', '=', comment.id)
    .execute()
  await tx.deleteFrom('comment_like').where('comment_id', '=', comment.id).execute()
  await detach(tx, { holder: 'comment', id: comment.id })
  // Deletes the events of the comment, and with them its delivered notifications.
  await tx.deleteFrom('notification_event').where('comment_id', '=', comment.id).execute()
}

async function removeUpwards(tx: Tx, comment: LockedComment): Promise<void> {
  const going = [comment.id]
  let top = comment
  // Locks all rows before the first delete, which updates the post's count: a new reply locks its parent before that count, and the opposite
  // order could deadlock.
  while (top.parent_id !== null) {
    const above = await commentAt(tx, { id: top.parent_id, lock: 'update' })
    // A moderated comment is kept, because it may be restored.
    if (!above?.removed_at || above.moderation || (await isAnswered(tx, { id: above.id, except: top.id }))) break
    going.push(above.id)
    top = above
  }
  // Likes and the attachment are deleted by cascade.
  for (const id of going) await tx.deleteFrom('comment').where('id', '=', id).execute()
}

/** True if the comment has a reply other than `except`. */
async function isAnswered(tx: Tx, { id, except = null }: { id: string; except?: string | null }): Promise<boolean> {
  const answers = tx.selectFrom('comment').select('id').where('parent_id', '=', id).where('id', 'is distinct from', except)
  return (await answers.limit(1).executeTakeFirst()) !== undefined
}
