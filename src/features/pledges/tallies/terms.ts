// Constants of the trending score, for browser and server.

/**
 * A campaign's trending score (momentum) is the sum of weight x e^(-decayPerDay x age in days) over what happened in the last
 * `days` days. The score of a target, industry or cause is the sum over its active campaigns.
 */
export const trending = { days: 7, weights: { pledge: 5, update: 3, comment: 1, like: 0.5 }, decayPerDay: 0.4 } as const

/** "Hot" and "Rising" are shown above these scores: on campaign cards, and on the tiles and detail pages of entries. */
export const heatAbove = { card: { hot: 50, rising: 10 }, detail: { hot: 20, rising: 10 } } as const
