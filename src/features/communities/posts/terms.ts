// Limits and error codes of posts: plain values, for browser and server.

export const postLimits = { title: 120, body: 20_000 } as const
export const postCodes = ['POST_BLANK', 'POST_TOO_LONG', 'TITLE_TOO_LONG'] as const
export type PostCode = (typeof postCodes)[number]
/** Days for which a post counts for the order of trending communities. */
export const trendingDays = 7
