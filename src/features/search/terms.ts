// Kept apart from the contract, so that the browser need not load the contract's schemas.

export const kinds = ['campaigns', 'targets', 'communities'] as const
export type Kind = (typeof kinds)[number]

/** Sort orders of each kind. The first is the default. */
export const sortsOf = {
  campaigns: ['trending', 'newest', 'most_pledged'],
  targets: ['campaigns', 'az'],
  communities: ['popular', 'newest'],
} as const
export const sorts = ['trending', 'newest', 'most_pledged', 'campaigns', 'az', 'popular'] as const
export type Sort = (typeof sorts)[number]

export const searchStatuses = ['all', 'active', 'victory', 'draft'] as const
export type SearchStatus = (typeof searchStatuses)[number]

/** Counting stops after this many results. */
export const countAtMost = 100
/** The header's preview shows this many results per kind. */
export const previewLimits = { perKind: 5 } as const
/** Results on a page of /search. */
export const pageSize = 20
/** Recent searches that a browser keeps. The same text in another case is kept once. */
export const recentAtMost = 5
