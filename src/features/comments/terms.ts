// Limits and error codes of a discussion: plain values, for browser and server.

export const commentLimits = { body: 5_000, deepest: 3 } as const
export const commentCodes = ['COMMENT_BLANK', 'COMMENT_TOO_LONG', 'PARENT_UNKNOWN', 'TOO_DEEP'] as const
export type CommentCode = (typeof commentCodes)[number]

/** The parent of a comment: a campaign, or a post of a community. */
export type CommentParent = { campaignId: string } | { postId: string }

/** The id of the parent. It is unambiguous, because a campaign and a post never have the same id. */
export const parentIdOf = (place: CommentParent): string => ('postId' in place ? place.postId : place.campaignId)

/** The reason why a viewer who may read a discussion may not take an action in it. */
export type Barrier = 'CAMPAIGN_NOT_ACTIVE' | 'MEMBERS_ONLY' | 'POST_LOCKED'

/**
 * The state of a discussion for a viewer. For a visitor it is never `members only`: visitors get a link to sign in. `hidden`: a moderator hid
 * the campaign.
 */
export type DiscussionState = 'open' | 'ended' | 'locked' | 'members only' | 'hidden'

/** Order of the threads: newest first for a campaign, oldest first for a post. Replies are always oldest first. */
export const threadOrder = (place: CommentParent) => ('postId' in place ? 'oldest first' : 'newest first')
