// The bounds of links between communities and campaigns: plain values, for browser and server.

export const linkLimits = { campaigns: 100, /** On a campaign's page. */ communities: 24 } as const
