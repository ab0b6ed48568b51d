import type { ReactNode } from 'react'
import type { Comment } from '../contract.ts'
import type { CommentSubject, DiscussionState } from '../terms.ts'

/** Data that all parts of a discussion share. */
export type Scene = {
  about: CommentSubject
  state: DiscussionState
  /** True if the viewer may delete other people's comments. */
  mayModerate: boolean
  /** A button about the author of a comment. */
  authorButton: ((comment: Comment) => ReactNode) | undefined
  /** True for the organizer of the campaign, who may hide what others wrote. */
  isOrganizer: boolean
  viewerId: string | null
  now: Date
  /** The discussion's address at which this comment is scrolled into view. */
  hrefTo: (commentId?: string) => string
  /** The sign-in page, which returns to this comment. */
  signInTo: (commentId?: string) => string
  openThread: (rootId: string) => void
  /** Called after this viewer has posted or deleted a comment, which changes the number of comments. */
  counted: () => void
}

/** Element id of a comment, for links to it. */
export const commentAnchor = (id: string) => `comment-${id}`

/** Form keys under which unsent texts are stored. */
export const formKeys = {
  comment: (viewerId: string, subjectId: string) => `${viewerId}.comment.${subjectId}`,
  answer: (viewerId: string, commentId: string) => `${viewerId}.answer.${commentId}`,
  edit: (viewerId: string, commentId: string) => `${viewerId}.edit.${commentId}`,
} as const
