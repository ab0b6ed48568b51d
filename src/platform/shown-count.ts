/** Counts under this are not shown where they may be about a few people. */
export const smallestShown = 10

/** Returns a count, or null if it is too small to be shown. */
export const shownCount = (count: number): number | null => (count < smallestShown ? null : count)

/** Rounds a count down to tens, or returns null if it is too small to be shown. Exact counts of two groups would tell a person who is in one of them only. */
export const roundedCount = (count: number): number | null => shownCount(count - (count % smallestShown))
