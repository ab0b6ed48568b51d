export const targetSorts = ['az', 'campaigns', 'supporters', 'impact'] as const
export type TargetSort = (typeof targetSorts)[number]

/** Which targets: all of them, or only those with or without active campaigns. */
export const targetHas = ['all', 'campaigns', 'none'] as const
export type TargetHas = (typeof targetHas)[number]
