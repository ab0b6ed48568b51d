export const targetSorts = ['az', 'campaigns', 'supporters', 'impact'] as const
export type TargetSort = (typeof targetSorts)[number]

/** Filter by active campaigns: all targets, only those with some, or only those without. */
export const targetHas = ['all', 'campaigns', 'none'] as const
export type TargetHas = (typeof targetHas)[number]
