export const targetSorts = ['az', 'campaigns', 'supporters', 'impact'] as const
export type TargetSort = (typeof targetSorts)[number]

/** Filter by active campaigns: all targets, only those with some, or only those without. */
export const targetHas = ['all', 'campaigns', 'none'] as const
export type TargetHas = (typeof targetHas)[number]

/** Targets on a page of /targets. */
export const pageSize = 20

/** Search for a target while its name is typed, as in the wizard: from this many letters on, after this pause, with this many results. */
export const typeAhead = { shortest: 2, pauseMs: 350, results: 10 } as const
