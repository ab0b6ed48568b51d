// Limits, barriers and error codes of appeals: plain values, for browser and server.

export const appealOutcomes = ['granted', 'declined'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** Hours after an appeal before a moderator who has hidden or removed the content may decide it, if there is no other. */
export const samePersonHours = 72

/** The reason why an author cannot appeal now: the appeal exists, a newer decision is in force, the time is over, it is a warning, or no moderator has looked yet. */
export const appealBarriers = ['sent', 'superseded', 'late', 'warning', 'waiting'] as const
export type AppealBarrier = (typeof appealBarriers)[number]

/**
 * The reason why a moderator cannot decide an appeal now: they wrote the content, they have hidden or removed it and another moderator has not, or it
 * is too early, or it is about the suspension of a moderator, which only administrators end.
 */
export const decidingBarriers = ['author', 'decider', 'early', 'admins'] as const
export type DecidingBarrier = (typeof decidingBarriers)[number]

export const appealLimits = { body: 2_000 } as const
export const appealCodes = ['APPEAL_MISSING', 'APPEAL_TOO_LONG'] as const
export type AppealCode = (typeof appealCodes)[number]

/** The address of a statement, with the token of a link for its author. */
export const statementPath = (id: string, token: string | undefined) =>
  `/statement/${encodeURIComponent(id)}${token ? `?${new URLSearchParams({ token })}` : ''}`

/** Form action for pages without JavaScript. */
export const appealPath = '/appeal'
