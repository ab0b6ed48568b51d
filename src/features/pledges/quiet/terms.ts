/** How often the numbers of a campaign can move instead of live. */
export const quietSteps = ['hour', 'day'] as const
export type QuietStep = (typeof quietSteps)[number]
