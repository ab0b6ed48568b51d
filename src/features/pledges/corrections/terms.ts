import { moderationCodes } from '#features/moderation/terms.ts'
import { quickSeconds } from '../holding/terms.ts'

export const invalidationLimits = { note: 500, domain: 253 } as const

/** An invalidation can be undone for this many days. */
export const undoDays = 90

/**
 * `proposed`: it waits for the consent of a second person. `declined`: that person, or the one who proposed it, has ended it. `stopped`: a moderator
 * stopped it before its end; what it has taken out stays out until it is undone. `partly_undone`: undone for some of its pledges.
 */
export const invalidationStates = ['proposed', 'declined', 'running', 'stopped', 'done', 'undoing', 'partly_undone', 'undone'] as const
export type InvalidationState = (typeof invalidationStates)[number]

/** Whose consent a correction needs: another moderator's or administrator's (`second`), or an administrator's. */
export const consents = ['second', 'admin'] as const
export type Consent = (typeof consents)[number]

/** A correction of more pledges, or of more than this share of a campaign with at least `campaign` supporters, needs the consent of a second person. */
export const largeCorrection = { pledges: 1_000, campaign: 100, share: 0.1 } as const

export const selectionCodes = ['SELECTION_EMPTY', 'SELECTION_TOO_NARROW', 'RANGE_EMPTY', 'TIME_TOO_FINE', 'HOUR_TOO_SMALL', 'DOMAIN_INVALID'] as const
export const invalidationCodes = [
  ...selectionCodes,
  'SELECTION_TOO_SMALL',
  'PART_TOO_SMALL',
  'UNDO_TOO_SMALL',
  'CAMPAIGN_UNKNOWN',
  'OWN_CAMPAIGN',
  'OWN_CORRECTION',
  ...moderationCodes,
  'NOTE_MISSING',
  'PUBLIC_NOTE_TOO_LONG',
  'NOTE_NAMES_SOURCE',
] as const
export type InvalidationCode = (typeof invalidationCodes)[number]

/** Ages of accounts when they joined, in hours, that a selection may have. With any number of hours, two selections could differ by a single person. */
export const selectableAges = [1, 24, 168] as const
/** Rows of the table of ages; an account belongs to the first row that it is younger than. */
export const accountAges = [...selectableAges, null] as const

/** Seconds for which a sign-up form was open; a join belongs to the first row that it is below, and to the last one if the time is not known. */
export const formTimes = [quickSeconds, 10, 30, null] as const
/** Times that a selection may have. */
export const selectableFormTimes = [quickSeconds, 10, 30] as const

/** Days that the page of joins shows, today included. */
export const shownDays = 4
/** An hour is shown, and can be selected, only if at least this many people joined in it: in a quiet hour a join is one person's. */
export const shownHourPeople = 100
/** A selection has at most this many kinds of conditions: more would describe single people. */
export const mostConditions = 2
/** A burst is an hour with at least this many joins, and this many times the usual number. */
export const burst = { joins: 20, times: 5 } as const
/**
 * Moderators are notified of an hour with at least this many joins, and this many times the usual number. A campaign younger than a week has no
 * usual number, so it takes more joins.
 */
export const alarm = { joins: 20, times: 10, joinsWhenYoung: 200, youngDays: 7 } as const

/** Number of domains that are listed. */
export const shownDomains = 20
