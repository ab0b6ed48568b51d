import type { FieldProblems } from '#platform/refusal.ts'
import { smallestShown } from '#platform/shown-count.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { Selection, UndoPart } from './contract.ts'
import { type InvalidationCode, type InvalidationState, invalidationLimits, undoDays } from './terms.ts'

/** A moderator may neither correct the count of their own campaign nor stop or undo such a correction. */
export const mayCorrect = ({ creatorId, moderatorId }: { creatorId: string | null; moderatorId: string }): boolean => creatorId !== moderatorId

export const mayStop = ({ state }: { state: InvalidationState }) => state === 'running'

export const undoableUntil = (startedAt: Date) => new Date(startedAt.getTime() + undoDays * 86_400_000)

export const mayUndo = ({ state, startedAt }: { state: InvalidationState; startedAt: Date }, now = new Date()) =>
  (state === 'done' || state === 'stopped' || state === 'partly_undone') && now < undoableUntil(startedAt)

/** The moderator who started a correction answers the people who ask for another look only if the site has no other moderator for it. */
export const mayUphold = ({ isStarter, hasOthers }: { isStarter: boolean; hasOthers: boolean }): boolean => !isStarter || !hasOthers

const domainShape = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** A selection needs at least one condition besides the campaign, so that nobody takes out everybody by mistake. */
export function selectionProblems({ joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds }: Selection): FieldProblems<InvalidationCode> {
  const conditions = [joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds]
  if (conditions.every((condition) => condition === undefined)) return { selection: 'SELECTION_EMPTY' }
  if (joinedFrom !== undefined && joinedTo !== undefined && Date.parse(joinedFrom) >= Date.parse(joinedTo)) return { joinedTo: 'RANGE_EMPTY' }
  return mailDomain !== undefined && !domainShape.test(mailDomain) ? { mailDomain: 'DOMAIN_INVALID' } : {}
}

/**
 * A selection by hours, mail domain or network has at least 10 people whose pledges were not taken out yet: otherwise the public count would show
 * whether a certain person is among them. Age of the account and form time are a few fixed groups, so they may be smaller.
 */
export function isSelectionLargeEnough({ joinedFrom, joinedTo, mailDomain, network }: Selection, people: number): boolean {
  return people >= smallestShown || [joinedFrom, joinedTo, mailDomain, network].every((condition) => condition === undefined)
}

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

/** A domain, an email address or a network address. */
const source = /@|\b[a-z0-9-]+\.[a-z]{2,}\b|\b\d{1,3}(\.\d{1,3}){2,3}\b|[0-9a-f]*:[0-9a-f]*:[0-9a-f:]*/i

/** The public note names no network, domain or address: that would help the people behind it, or accuse somebody. */
export function noteProblems(note: string): FieldProblems<InvalidationCode> {
  if (!normalized(note)) return { note: 'NOTE_MISSING' }
  if (lengthOf(normalized(note)) > invalidationLimits.note) return { note: 'PUBLIC_NOTE_TOO_LONG' }
  return source.test(note) ? { note: 'NOTE_NAMES_SOURCE' } : {}
}
