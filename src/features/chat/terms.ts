// Limits and error codes of a live chat: plain values, for browser and server.

export const chatLimits = { body: 1_000, page: 50, cooldownMs: 2_000 } as const
export const chatCodes = ['CHAT_BLANK', 'CHAT_TOO_LONG'] as const
export type ChatCode = (typeof chatCodes)[number]

export const chatTopic = (campaignId: string) => `chat:${campaignId}`
