// Payload of the live topic of a campaign's discussion: plain values, for browser and server.

import type { DiscussionLimits } from '#features/moderation/contract.ts'

/** Numbers of newest ids in a live event; if more comments are new, the page shows "50+". */
export const newsLimits = { comments: 50, updates: 10 } as const

/** Ids of the newest comments, replies included, and of the newest updates; newest first. */
export type NewestIds = { comments: string[]; updates: string[] }

/** The newest ids, the limits of the discussion, and when the company's statement was last changed, in milliseconds (null: there is none). */
export type DiscussionNewest = NewestIds & { limits: DiscussionLimits; statement: number | null }

export const discussionTopic = (campaignId: string) => `talk:${campaignId}`
