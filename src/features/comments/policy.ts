import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type CommentCode, commentLimits } from './terms.ts'

/** New comments, answers and likes are for active campaigns alone; what was said stays readable. */
export const mayDiscuss = (campaign: { status: Status }) => campaign.status === 'active'

/** Whether this viewer may change or delete a comment: its author, also after the campaign has ended. */
export const mayChange = (comment: { isAuthor: boolean }) => comment.isAuthor

/** Whether a comment at this depth may be answered. */
export const mayAnswer = (comment: { depth: number }) => comment.depth < commentLimits.deepest

export function bodyProblems(body: string): FieldProblems<CommentCode> {
  if (!neat(body)) return { body: 'COMMENT_BLANK' }
  return lengthOf(body) > commentLimits.body ? { body: 'COMMENT_TOO_LONG' } : {}
}
