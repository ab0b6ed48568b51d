// Payload of the live topic of a campaign's discussion: plain values, for browser and server.

/** Numbers of newest ids in a live event; if more comments are new, the page shows "50+". */
export const newsLimits = { comments: 50, updates: 10 } as const

/** Ids of the newest comments, replies included, and of the newest updates; newest first. */
export type NewestIds = { comments: string[]; updates: string[] }

export const discussionTopic = (campaignId: string) => `talk:${campaignId}`
