// The words and bounds of a discussion: plain values, for browser and server.

export const commentLimits = { body: 5_000, deepest: 3 } as const
export const commentCodes = ['COMMENT_BLANK', 'COMMENT_TOO_LONG', 'PARENT_UNKNOWN', 'TOO_DEEP'] as const
export type CommentCode = (typeof commentCodes)[number]
