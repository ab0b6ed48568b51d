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
export const privacies = ['all', 'public', 'private'] as const
export type Privacy = (typeof privacies)[number]

/** Counting stops after this many results. */
export const countAtMost = 1_000
export const previewed = 5
