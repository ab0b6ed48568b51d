import type { DiscussionStanding, Place } from '../terms.ts'

/** What all parts of a discussion need to know. */
export type Scene = {
  about: Place
  standing: DiscussionStanding
  /** May delete what others said. */
  mayModerate: boolean
  viewerId: string | null
  now: Date
  /** The discussion's address, with this comment brought into view. */
  hrefTo: (commentId?: string) => string
  /** The sign-in page, leading back to this comment. */
  signInTo: (commentId?: string) => string
  openThread: (rootId: string) => void
  /** This reader has just posted one, or deleted one: there are more than before, or fewer. */
  counted: () => void
}

/** Where a link to a comment leads on its page. */
export const commentAnchor = (id: string) => `comment-${id}`

/** Names for the words that wait in this browser: of a new comment, an answer, an edit. */
export const places = {
  comment: (viewerId: string, subjectId: string) => `${viewerId}.comment.${subjectId}`,
  answer: (viewerId: string, commentId: string) => `${viewerId}.answer.${commentId}`,
  edit: (viewerId: string, commentId: string) => `${viewerId}.edit.${commentId}`,
} as const
