import { sql } from 'kysely'
import { addToQueue, lastDecisionAbout, recordDecision, suspensionOf, takeFromQueue } from '#features/moderation/server/public.ts'
import { type BellNews, type NotificationQueue, recipientsAbout } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { DiscussionNews } from '../../discussion/server/public.ts'
import { mayHide } from '../policy.ts'
import { lockedRights } from './parent.ts'
import { commentAt } from './queries.ts'

/** Each change notifies the author, so an organizer who hides and shows a comment in turns must come to an end. */
const hidesADay = 2

async function hiddenToday(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from moderation_decision
    where subject_id = ${id} and state = 'hidden_by_organizer' and created_at > now() - interval '1 day'`.execute(tx)
  return rows[0]?.number ?? 0
}

type Context = { discussionNews: DiscussionNews; bellNews: BellNews; notifications: NotificationQueue }
type Refused = 'absent' | 'forbidden' | 'decided' | 'often'
type Hidden = { campaignId: string; publish: (context: Context) => void }

/**
 * The organizer hides a comment in their campaign, or shows it again. Moderators have the last word: what they have shown again is not hidden
 * until its author edits it. Setting the present state again changes nothing.
 */
export async function hideComment(tx: Tx, { id, organizer, reason }: { id: string; organizer: Viewer; reason: string | null }): Promise<Refused | Hidden> {
  const seen = await commentAt(tx, { id })
  const rights = seen && (await lockedRights(tx, { place: seen.place, viewer: organizer }))
  const comment = rights && (await commentAt(tx, { id, lock: 'update' }))
  if (!comment || !('campaignId' in comment.place)) return 'absent'
  const isHidden = comment.moderation === 'hidden_by_organizer'
  if (comment.removed_at && !(isHidden && (rights.isOrganizer || comment.author_id === organizer.id))) return 'absent'
  if (!mayHide({ isOrganizer: rights.isOrganizer, isAuthor: comment.author_id === organizer.id })) return 'forbidden'
  const { campaignId } = comment.place
  if (isHidden === (reason !== null)) return { campaignId, publish: () => {} }
  const last = await lastDecisionAbout(tx, id)
  if (reason !== null && last?.state === 'visible' && last.decidedAt >= comment.updated_at) return 'decided'
  if (reason !== null && (await hiddenToday(tx, id)) >= hidesADay) return 'often'
  const subject = { kind: 'comment', id } as const
  const by = { subject, authorId: comment.author_id, moderatorId: organizer.id }
  await (reason === null
    ? recordDecision(tx, { ...by, state: 'shown_by_organizer', reason: '' })
    : recordDecision(tx, { ...by, state: 'hidden_by_organizer', reason }))
  await (reason === null ? takeFromQueue(tx, subject) : addToQueue(tx, subject))
  const staysHidden = reason === null && comment.author_id !== null && ((await suspensionOf(tx, comment.author_id))?.hidesContent ?? false)
  const shown = staysHidden ? { moderation: 'hidden' } : { moderation: null, removed_at: null }
  await tx
    .updateTable('comment')
    .set(reason === null ? shown : { moderation: 'hidden_by_organizer', removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const recipients = await recipientsAbout(tx, { commentId: id })
  return {
    campaignId,
    publish({ discussionNews, bellNews, notifications }) {
      discussionNews.changed(campaignId)
      bellNews.changed(recipients)
      notifications.runSoon()
    },
  }
}
