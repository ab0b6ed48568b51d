// States, limits and error codes of moderation: plain values, for browser and server.

/** The state that a moderator gives to content: readable, hidden until it has been reviewed, or removed for good. */
export const moderationStates = ['visible', 'hidden', 'removed'] as const
export type ModerationState = (typeof moderationStates)[number]

/** The rules of /rules, in their order; `other` is for what they do not name. */
export const rules = ['threats', 'harassment', 'private_details', 'false_claims', 'not_a_boycott', 'spam', 'illegal', 'other'] as const
export type Rule = (typeof rules)[number]

export type ModerationDecision = { state: ModerationState; rule?: Rule; reason: string }

export const moderationLimits = { reason: 1_000 } as const
export const moderationCodes = ['REASON_MISSING', 'REASON_TOO_LONG'] as const
export type ModerationCode = (typeof moderationCodes)[number]
