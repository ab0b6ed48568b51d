// Limits of links between communities and campaigns: plain values, for browser and server.

/** `campaigns`: linked by one community. `communities`: shown on one campaign's page. */
export const linkLimits = { campaigns: 100, communities: 24 } as const

/** Search for a campaign to link: after this pause in typing, with this many results. */
export const typeAhead = { pauseMs: 350, results: 6 } as const
