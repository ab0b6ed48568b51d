// The words and bounds of a discussion: plain values, for browser and server.

export const commentLimits = { body: 5_000, deepest: 3 } as const
export const commentCodes = ['COMMENT_BLANK', 'COMMENT_TOO_LONG', 'PARENT_UNKNOWN', 'TOO_DEEP'] as const
export type CommentCode = (typeof commentCodes)[number]

/** What a comment speaks about: a campaign, or a post of a community. */
export type Place = { campaignId: string } | { postId: string }

/** The id of what is spoken about; no campaign has that of a post. */
export const subjectOf = (place: Place): string => ('postId' in place ? place.postId : place.campaignId)

/** What keeps somebody who may read a discussion from taking part in it. */
export type Barrier = 'CAMPAIGN_NOT_ACTIVE' | 'MEMBERS_ONLY' | 'POST_LOCKED'

/** How a reader stands to a discussion. Where members talk alone, visitors are offered to sign in, as everywhere. */
export type DiscussionStanding = 'open' | 'ended' | 'locked' | 'members only'

/** The order of a place's threads: a campaign's newest first, a post's oldest first. Answers always run oldest first. */
export const threadOrder = (place: Place) => ('postId' in place ? 'oldest first' : 'newest first')
