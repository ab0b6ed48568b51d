// Limits and error codes of a discussion: plain values, for browser and server.

export const commentLimits = { body: 5_000, deepest: 3 } as const
/** A campaign's page names the number of comments that its organizer has hidden from this number on. */
export const shownHidden = 5
export const commentCodes = ['COMMENT_BLANK', 'COMMENT_TOO_LONG', 'PARENT_UNKNOWN', 'TOO_DEEP'] as const
export type CommentCode = (typeof commentCodes)[number]

/** The subject of a comment: a campaign, or a community's post. A comment's parent is the comment that it replies to. */
export type CommentSubject = { campaignId: string } | { postId: string }

/** The id of the subject. It is unambiguous, because a campaign and a post never have the same id. */
export const subjectIdOf = (subject: CommentSubject): string => ('postId' in subject ? subject.postId : subject.campaignId)

/** The reason why a viewer who may read a discussion may not take an action in it. */
export type Barrier = 'CAMPAIGN_NOT_ACTIVE' | 'MEMBERS_ONLY' | 'POST_LOCKED'

/**
 * The state of a discussion for a viewer. For a visitor it is never `members only`: visitors get a link to sign in. `hidden`: a moderator hid
 * the campaign. `closed`: moderators have locked the discussion. `muted`: the viewer is muted in the community.
 */
export type DiscussionState = 'open' | 'ended' | 'locked' | 'members only' | 'muted' | 'hidden' | 'closed'

/** Order of the threads: newest first for a campaign, oldest first for a post. Replies are always oldest first. */
export const threadOrder = (subject: CommentSubject) => ('postId' in subject ? 'oldest first' : 'newest first')
