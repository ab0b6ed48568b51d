// Limits and error codes of a live chat: plain values, for browser and server.

/** `kept`: messages that an open page keeps. */
export const chatLimits = { body: 1_000, page: 50, kept: 400, cooldownMs: 2_000 } as const
/** The chat scrolls to new messages while the reader is within this distance of its end, in pixels. */
export const followsWithinPx = 100
export const chatCodes = ['CHAT_BLANK', 'CHAT_TOO_LONG'] as const
export type ChatCode = (typeof chatCodes)[number]

export const chatTopic = (campaignId: string) => `chat:${campaignId}`
