// Constants of the moderators' queue: plain values, for browser and server.

/** Minutes for which a moderator has a case. The page renews the claim while the case is open there. */
export const claimMinutes = 3

/** Cases on a page of the queue. */
export const shownCases = 50

/** Reports wait longer than this before moderators are notified; urgent ones do not wait. */
export const waitingHours = 12

/** The median time to a decision is calculated from the reports of this many days: from at least `atLeast` reports, and from the latest `atMost`. */
export const decisionTime = { days: 90, atLeast: 5, atMost: 1_000 } as const
