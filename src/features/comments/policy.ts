import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type CommentCode, commentLimits, type DiscussionStanding, type Place } from './terms.ts'

/** New comments, answers and likes are for active campaigns alone; what was said stays readable. */
export const mayDiscuss = (campaign: { status: Status }) => campaign.status === 'active'

/** Whether this viewer may change a comment: its author, also after the campaign has ended or the post is locked. */
export const mayChange = (comment: { isAuthor: boolean }) => comment.isAuthor

/** Its author, and in a community the owner and mods. */
export const mayDelete = (comment: { isAuthor: boolean; mayModerate: boolean }) => comment.isAuthor || comment.mayModerate

/** In a community a picture needs no words. */
export const mayBeBlank = (place: Place) => 'postId' in place

export const takesComments = (standing: DiscussionStanding) => standing === 'open'
export const takesLikes = (standing: DiscussionStanding) => standing === 'open' || standing === 'locked'

/** Whether a comment at this depth may be answered. */
export const mayAnswer = (comment: { depth: number }) => comment.depth < commentLimits.deepest

/** `isBlankFit`: a picture speaks for itself. */
export function bodyProblems(body: string, { isBlankFit = false } = {}): FieldProblems<CommentCode> {
  if (!isBlankFit && !neat(body)) return { body: 'COMMENT_BLANK' }
  return lengthOf(body) > commentLimits.body ? { body: 'COMMENT_TOO_LONG' } : {}
}
