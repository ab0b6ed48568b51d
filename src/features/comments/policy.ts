import type { Status } from '#features/campaigns/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type CommentCode, type CommentSubject, commentLimits, type DiscussionState } from './terms.ts'

/** Only active campaigns accept comments, replies and likes; the comments of ended ones remain readable. */
export const mayDiscuss = (campaign: { status: Status }) => campaign.status === 'active'

/** Authors may edit their comments, even after the campaign has ended or the post was locked. */
export const mayChange = (comment: { isAuthor: boolean }) => comment.isAuthor

/** The author may delete a comment; in a community the owner and mods may too. */
export const mayDelete = (comment: { isAuthor: boolean; mayModerate: boolean }) => comment.isAuthor || comment.mayModerate

/** The organizer of a campaign may hide other people's comments there, and show them again. */
export const mayHide = (comment: { isAuthor: boolean; isOrganizer: boolean }) => comment.isOrganizer && !comment.isAuthor

/** In a community a comment with a picture needs no text. */
export const mayBeBlank = (place: CommentSubject) => 'postId' in place

export const takesComments = (access: DiscussionState) => access === 'open'
export const takesLikes = (access: DiscussionState) => access === 'open' || access === 'locked' || access === 'closed' || access === 'muted'

export const takesEdits = (access: DiscussionState) => access !== 'members only' && access !== 'muted' && access !== 'hidden'
export const takesDeletions = (access: DiscussionState) => access !== 'hidden'

/** True unless the comment is at the greatest depth. */
export const mayAnswer = (comment: { depth: number }) => comment.depth < commentLimits.deepest

/** `isBlankFit`: the text may be empty, because there is a picture. */
export function bodyProblems(body: string, { isBlankFit = false } = {}): FieldProblems<CommentCode> {
  if (!isBlankFit && !normalized(body)) return { body: 'COMMENT_BLANK' }
  return lengthOf(body) > commentLimits.body ? { body: 'COMMENT_TOO_LONG' } : {}
}
