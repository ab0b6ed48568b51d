import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { Selection } from './contract.ts'
import { type InvalidationCode, type InvalidationState, invalidationLimits, shownFrom, undoDays } from './terms.ts'

/** A moderator may neither correct the count of their own campaign nor undo such a correction. */
export const mayCorrect = ({ creatorId, moderatorId }: { creatorId: string | null; moderatorId: string }): boolean => creatorId !== moderatorId

/** A number for moderators; null if it is under 10, because it may be about a few people. Zero is hidden too. */
export const shownNumber = (count: number): number | null => (count < shownFrom ? null : count)

export const mayStop = ({ state }: { state: InvalidationState }) => state === 'running'

export const undoableUntil = (startedAt: Date) => new Date(startedAt.getTime() + undoDays * 86_400_000)

export const mayUndo = ({ state, startedAt }: { state: InvalidationState; startedAt: Date }, now = new Date()) =>
  (state === 'done' || state === 'stopped') && now < undoableUntil(startedAt)

const domainShape = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** A selection needs at least one condition besides the campaign, so that nobody takes out everybody by mistake. */
export function selectionProblems({ joinedFrom, joinedTo, mailDomain, accountHours }: Selection): FieldProblems<InvalidationCode> {
  if (joinedFrom === undefined && joinedTo === undefined && mailDomain === undefined && accountHours === undefined) return { selection: 'SELECTION_EMPTY' }
  if (joinedFrom !== undefined && joinedTo !== undefined && Date.parse(joinedFrom) >= Date.parse(joinedTo)) return { joinedTo: 'RANGE_EMPTY' }
  return mailDomain !== undefined && !domainShape.test(mailDomain) ? { mailDomain: 'DOMAIN_INVALID' } : {}
}

/** A domain, an email address or a network address. */
const source = /@|\b[a-z0-9-]+\.[a-z]{2,}\b|\b\d{1,3}(\.\d{1,3}){2,3}\b|[0-9a-f]*:[0-9a-f]*:[0-9a-f:]*/i

/** The public note names no network, domain or address: that would help the people behind it, or accuse somebody. */
export function noteProblems(note: string): FieldProblems<InvalidationCode> {
  if (!normalized(note)) return { note: 'NOTE_MISSING' }
  if (lengthOf(normalized(note)) > invalidationLimits.note) return { note: 'PUBLIC_NOTE_TOO_LONG' }
  return source.test(note) ? { note: 'NOTE_NAMES_SOURCE' } : {}
}
