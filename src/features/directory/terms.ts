/** Kinds of directory entries, as they appear in URLs. */
export const entryKinds = ['targets', 'industries', 'causes'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Maximum number of items in each list of a page. */
export const shown = { alternatives: 5, causesOfTarget: 3, related: 5, targets: 5 } as const

/** Entries of a feed. `comments`: how many of them are about comments, each about all of one person in a campaign within an hour. */
export const activityLimits = { days: 3, items: 10, comments: 5, commentsRead: 20 } as const

/** Sort orders of the lists of industries and causes. The first is the default. */
export const entrySorts = ['trending', 'impact', 'campaigns', 'az'] as const
export type EntrySort = (typeof entrySorts)[number]

/** Entries on a page of /industries and /causes. */
export const groupPageSize = 24
/** Targets on the card of an industry. */
export const targetsOfIndustry = 3
