import { moderationCodes } from '#features/moderation/terms.ts'

/** Numbers under this are never shown to moderators for what may be about a few people. */
export const shownFrom = 10

export const invalidationLimits = { note: 500, domain: 253, accountHours: 87_600 } as const

/** An invalidation can be undone for this many days. */
export const undoDays = 90

/** `stopped`: a moderator stopped it before its end; what it has taken out stays out until it is undone. */
export const invalidationStates = ['running', 'stopped', 'done', 'undoing', 'undone'] as const
export type InvalidationState = (typeof invalidationStates)[number]

export const selectionCodes = ['SELECTION_EMPTY', 'RANGE_EMPTY', 'DOMAIN_INVALID'] as const
export const invalidationCodes = [
  ...selectionCodes,
  'CAMPAIGN_UNKNOWN',
  'OWN_CAMPAIGN',
  ...moderationCodes,
  'NOTE_MISSING',
  'PUBLIC_NOTE_TOO_LONG',
  'NOTE_NAMES_SOURCE',
] as const
export type InvalidationCode = (typeof invalidationCodes)[number]

/** Ages of accounts when they joined, in hours; an account belongs to the first row that it is younger than. */
export const accountAges = [1, 24, 168, null] as const

/** Hours that the table of joins shows. */
export const shownHours = 72
/** A burst is an hour with at least this many joins, and this many times the usual number. */
export const burst = { joins: 20, times: 5 } as const
/**
 * Moderators are notified of an hour with at least this many joins, and this many times the usual number. A campaign younger than a week has no
 * usual number, so it takes more joins.
 */
export const alarm = { joins: 20, times: 10, joinsWhenYoung: 200, youngDays: 7 } as const

/** Number of domains that are listed. */
export const shownDomains = 20
/** Rows of a sample. */
export const sampleRows = 12
