// Limits of invite links: plain values, for browser and server.

export const inviteLimits = { atOnce: 20, days: 7 } as const
