import type { FieldProblems } from '#platform/refusal.ts'
import { roundedCount, smallestShown } from '#platform/shown-count.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isOperator, isSiteModerator, type Viewer } from '#platform/viewer.ts'
import type { Selection, UndoPart } from './contract.ts'
import { type Consent, type InvalidationCode, type InvalidationState, invalidationLimits, largeCorrection, mostConditions, undoDays } from './terms.ts'

/** A moderator may neither correct the count of their own campaign nor stop or undo such a correction. */
export const mayCorrect = ({ creatorId, moderatorId }: { creatorId: string | null; moderatorId: string }): boolean => creatorId !== moderatorId

/** Stopping one that waits for consent declines it. */
export const mayStop = ({ state }: { state: InvalidationState }) => state === 'running' || state === 'proposed'

export const undoableUntil = (startedAt: Date) => new Date(startedAt.getTime() + undoDays * 86_400_000)

export const mayUndo = ({ state, startedAt }: { state: InvalidationState; startedAt: Date }, now = new Date()) =>
  (state === 'done' || state === 'stopped' || state === 'partly_undone') && now < undoableUntil(startedAt)

/** The moderator who started a correction answers the people who ask for another look only if the site has no other moderator for it. */
export const mayUphold = ({ isStarter, hasOthers }: { isStarter: boolean; hasOthers: boolean }): boolean => !isStarter || !hasOthers

const domainShape = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** The full hour UTC in which a time is, in ISO format. */
export function hourOf(time: string): string {
  const at = new Date(time)
  at.setUTCMinutes(0, 0, 0)
  return at.toISOString()
}

/** True for a selection of exactly one hour; all other selections by time have whole days. */
export const isOneHour = ({ joinedFrom, joinedTo }: Pick<Selection, 'joinedFrom' | 'joinedTo'>): boolean =>
  joinedFrom !== undefined && joinedTo !== undefined && Date.parse(hourOf(joinedTo)) - Date.parse(hourOf(joinedFrom)) === 3_600_000

const isWholeDay = (time: string | undefined) => time === undefined || hourOf(time).endsWith('T00:00:00.000Z')

/**
 * A selection needs at least one condition besides the campaign, so that nobody takes out everybody by mistake, and has at most two, in whole days
 * or one hour: moderators see when people signed up, so more conditions together could describe one person.
 */
export function selectionProblems({ joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds }: Selection): FieldProblems<InvalidationCode> {
  const conditions = [joinedFrom ?? joinedTo, mailDomain, accountHours, network, formSeconds].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return { selection: 'SELECTION_EMPTY' }
  if (conditions.length > mostConditions) return { selection: 'SELECTION_TOO_NARROW' }
  if (joinedFrom !== undefined && joinedTo !== undefined && Date.parse(hourOf(joinedFrom)) >= Date.parse(hourOf(joinedTo))) return { joinedTo: 'RANGE_EMPTY' }
  if (!isOneHour({ joinedFrom, joinedTo }) && !(isWholeDay(joinedFrom) && isWholeDay(joinedTo))) return { joinedFrom: 'TIME_TOO_FINE' }
  return mailDomain !== undefined && !domainShape.test(mailDomain) ? { mailDomain: 'DOMAIN_INVALID' } : {}
}

/** Kinds of cells into which the preview of a selection is divided. */
export type CellKind = 'day' | 'age' | 'form'

/** Each condition that can be made wider a little has cells: days, ages of accounts, and times that the form was open. */
export const cellKinds = ({ joinedFrom, joinedTo, accountHours, formSeconds }: Selection): CellKind[] => [
  ...((joinedFrom ?? joinedTo) === undefined ? [] : ['day' as const]),
  ...(accountHours === undefined ? [] : ['age' as const]),
  ...(formSeconds === undefined ? [] : ['form' as const]),
]

/**
 * The number of a preview: the sum of its cells, each rounded down to tens. A cell with fewer than 10 people adds nothing, so the numbers of a
 * selection and of a slightly wider one differ only by cells that have at least 10. Null if no cell has.
 */
export function shownSum(cells: readonly { people: number; pledges: number }[]): number | null {
  const sum = cells.reduce((before, { people, pledges }) => before + (people < smallestShown ? 0 : (roundedCount(pledges) ?? 0)), 0)
  return sum === 0 ? null : sum
}

/** Selected pledges of a campaign that were not taken out yet: all of them, and those that count. `supporters`: the campaign's count. */
export type SelectedPart = { campaignId: string; pledges: number; counted: number; supporters: number }

/** True if a correction takes at least 10 pledges, and changes the count by at least 10: otherwise it would show whether a certain person is among them. */
export const isPartLarge = ({ pledges, counted }: Pick<SelectedPart, 'pledges' | 'counted'>): boolean =>
  pledges >= smallestShown && (counted === 0 || counted >= smallestShown)

type Corrected = Pick<Selection, 'campaignId'> & { isFirst: boolean }

/**
 * Whose consent a correction needs besides the moderator who starts it; null if nobody's. `parts` has the campaign, or those of the whole site.
 * `isFirst`: the campaign has had no other correction for as long as it could be undone. Two that overlap differ by any number of people, and several
 * small ones take out a large share.
 */
export function consentNeeded({ campaignId, isFirst }: Corrected, parts: readonly SelectedPart[]): Consent | null {
  if (campaignId === undefined) return 'second'
  const [part] = parts
  if (!part || !isPartLarge(part)) return 'admin'
  const { pledges, counted, supporters } = part
  const isLargeShare = supporters >= largeCorrection.campaign && counted > supporters * largeCorrection.share
  return !isFirst || pledges > largeCorrection.pledges || isLargeShare ? 'second' : null
}

/** Somebody else than the moderator who has proposed the correction consents to it. */
export const mayConsent = (viewer: Pick<Viewer, 'role'> | null, { consent, isStarter }: { consent: Consent | null; isStarter: boolean }): boolean =>
  !isStarter && (consent === 'admin' ? isOperator(viewer) : isSiteModerator(viewer))

/** An undo of a part needs a condition as well; the campaign, or that people have asked for a look, is enough. */
export function partProblems(part: UndoPart): FieldProblems<InvalidationCode> {
  const found = selectionProblems(part)
  return found.selection !== undefined && (part.campaignId !== undefined || part.isLookAsked) ? {} : found
}

/**
 * A part by conditions has at least 10 people, and leaves at least 10: otherwise the public count, or the refusal, would show whether a certain person
 * is among them. Who has asked for a look, and which campaign it is, tells nothing about a person.
 */
export function isPartLargeEnough({ campaignId: _, isLookAsked: __, ...conditions }: UndoPart, { people, rest }: { people: number; rest: number }): boolean {
  if (Object.values(conditions).every((condition) => condition === undefined)) return true
  return people >= smallestShown && rest >= smallestShown
}

type BroughtBack = { consent: Consent | null; parts: readonly Pick<SelectedPart, 'pledges' | 'counted'>[] }

/**
 * An undo that changes a count by fewer than 10 would show whether a certain person is among them, so only administrators may do it. Where one of them
 * had to consent, the correction may have none at all, and nobody else learns that either.
 */
export const mayBringBack = (viewer: Pick<Viewer, 'role'>, { consent, parts }: BroughtBack): boolean =>
  isOperator(viewer) || (consent !== 'admin' && parts.every(isPartLarge))

/** A domain, an email address or a network address. */
const source = /@|\b[a-z0-9-]+\.[a-z]{2,}\b|\b\d{1,3}(\.\d{1,3}){2,3}\b|[0-9a-f]*:[0-9a-f]*:[0-9a-f:]*/i

/** The public note names no network, domain or address: that would help the people behind it, or accuse somebody. */
export function noteProblems(note: string): FieldProblems<InvalidationCode> {
  if (!normalized(note)) return { note: 'NOTE_MISSING' }
  if (lengthOf(normalized(note)) > invalidationLimits.note) return { note: 'PUBLIC_NOTE_TOO_LONG' }
  return source.test(note) ? { note: 'NOTE_NAMES_SOURCE' } : {}
}
