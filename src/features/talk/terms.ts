// What the live stream tells of a campaign's talk: plain values, for browser and server.

/** How many of the newest are told; a reader who has missed more is told "50+". */
export const newsLimits = { comments: 50, updates: 10 } as const

/** The ids of the newest comments, answers included, and of the newest updates; newest first. */
export type TalkNews = { comments: string[]; updates: string[] }

export const talkTopic = (campaignId: string) => `talk:${campaignId}`
