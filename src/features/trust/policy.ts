import type { FieldProblems } from '#platform/refusal.ts'
import { type LimitedKind, type linkCodes, newPersonLimits, personLimits, type TrustLevel, type WrittenKind } from './terms.ts'

/** The level of a person, and whether the account is unconfirmed or younger than a day (a new person's only). */
export type Newness = { level: TrustLevel; isNewAccount: boolean }

/** `most` of these kinds together within so many minutes. `isForNew`: a limit of people who are not members yet. */
export type PersonLimit = { kinds: readonly WrittenKind[]; most: number; minutes: number; isForNew: boolean }

export const isLimited = (level: TrustLevel): boolean => level === 'unconfirmed' || level === 'new'

const dayMinutes = 24 * 60
const isText = (kind: LimitedKind) => kind === 'comment' || kind === 'post' || kind === 'message'

/** The limits of a person for something of this kind. */
export function limitsOf(kind: LimitedKind, newness: Newness): PersonLimit[] {
  const factor = factorOf(newness)
  const limits: PersonLimit[] = [
    isText(kind)
      ? { kinds: [kind], most: personLimits.texts * factor, minutes: personLimits.minutes, isForNew: false }
      : { kinds: [kind], most: personLimits.perDay * factor, minutes: dayMinutes, isForNew: false },
  ]
  if (!isLimited(newness.level)) return limits
  const forNew = { minutes: dayMinutes, isForNew: true }
  if (kind === 'comment' || kind === 'post') limits.unshift({ kinds: ['comment', 'post'], most: newPersonLimits.commentsPerDay, ...forNew })
  if (kind === 'campaign') limits.unshift({ kinds: ['campaign'], most: newPersonLimits.campaignsPerDay, ...forNew })
  return limits
}

/** How many reports of a person may be open. */
export const openReportsOf = (newness: Newness): number => personLimits.openReports * factorOf(newness)

const factorOf = ({ isNewAccount }: Newness) => (isNewAccount ? 1 : personLimits.othersFactor)

/** `html`: a text as `renderMarkdown` returns it, so that everything counts that becomes a link. */
export function linkProblems(level: TrustLevel, html: string): FieldProblems<(typeof linkCodes)[number]> {
  return isLimited(level) && hasTooManyLinks(html) ? { body: 'LINKS_LIMITED' } : {}
}

export const hasTooManyLinks = (html: string): boolean => (html.match(/<a /g)?.length ?? 0) > newPersonLimits.links
