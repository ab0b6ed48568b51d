/** What a campaign is about, as its pages are addressed. */
export const subjectKinds = ['targets', 'industries', 'causes'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** How many of each a page shows. */
export const shown = { alternatives: 5, causesOfTarget: 3, related: 5, targets: 5, bars: 10 } as const

export const activityLimits = { days: 3, items: 10, comments: 5 } as const
