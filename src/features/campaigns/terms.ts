// Terms of campaigns as plain values, so that the browser need not load the contract's schemas. Every campaign page loads this file; what only
// writing needs is in validation/terms.ts.

export const statuses = ['draft', 'active', 'victory', 'archived'] as const
export type Status = (typeof statuses)[number]
/** Statuses in which the creator may change the campaign's texts. */
export const editableStatuses = ['draft', 'active'] as const
export const campaignSorts = ['trending', 'newest', 'most_pledged'] as const
export type CampaignSort = (typeof campaignSorts)[number]
export const durationBases = ['one_time', 'weekly', 'monthly', 'annual'] as const
export type DurationBasis = (typeof durationBases)[number]

/** Estimated impact = supporters x spend x this multiplier, as an amount per year. */
export const yearlyMultiplier: Record<DurationBasis, number> = { weekly: 52, monthly: 12, annual: 1, one_time: 1 }
/** The monthly view in twelfths of the spend (weekly x 4, monthly x 1, annual x 1/12, one_time x 1), so that it is exact in integers. */
export const monthlyTwelfths: Record<DurationBasis, number> = { weekly: 48, monthly: 12, annual: 1, one_time: 12 }

/** The home page fetches the newest active campaigns, and its two lists of them show some each. `won`: recent victories. */
export const homeLists = { fetched: 8, shown: 6, won: 3 } as const
/** Campaigns on a page of /campaigns. */
export const browsePageSize = 24
/** On a page of /campaigns an advertisement follows these campaigns. */
export const adsAfter = [6, 15] as const
/** Edits of one campaign in 24 hours. */
export const editsADay = 100

/** The fields that people joined for. They cannot change after another person has joined. */
export const frozenFields = ['title', 'summary', 'target', 'impact'] as const

/** The part of the address that identifies a campaign: its slug, or the id of a draft. */
export const addressPart = ({ id, slug }: { id: string; slug: string | null }): string => slug ?? id
