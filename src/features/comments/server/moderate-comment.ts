import { sql } from 'kysely'
import { recordDecision } from '#features/moderation/server/public.ts'
import type { ModerationState, Rule } from '#features/moderation/terms.ts'
import type { Tx } from '#platform/server/idempotency.ts'

type ModeratedComment = { id: string; author_id: string; moderation: string | null }
type Moderating = { comment: ModeratedComment; moderatorId: string; state: ModerationState; rule: Rule; reason: string }

/**
 * Hides, removes or restores a comment that the caller has locked for update, together with its post or campaign. Text, likes and pictures
 * are kept, so that a restoration brings all of them back.
 */
export async function moderateComment(tx: Tx, { comment, moderatorId, state, rule, reason }: Moderating): Promise<void> {
  await recordDecision(tx, { subject: { kind: 'comment', id: comment.id }, authorId: comment.author_id, moderatorId, state, rule, reason })
  const isVisible = state === 'visible'
  await tx
    .updateTable('comment')
    .set({ moderation: isVisible ? null : state, removed_at: isVisible ? null : sql<Date>`coalesce(removed_at, now())` })
    .where('id', '=', comment.id)
    .execute()
}
