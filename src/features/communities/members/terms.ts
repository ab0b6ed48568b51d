// Limits of invite links and mutes: plain values, for browser and server.

export const inviteLimits = { atOnce: 20, days: 7 } as const

/** Days that a mute can last; null means until somebody ends it. */
export const muteDays = [1, 7, 30, null] as const
export type MuteDays = (typeof muteDays)[number]
