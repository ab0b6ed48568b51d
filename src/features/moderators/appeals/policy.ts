import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type AppealBarrier, type AppealCode, appealLimits, type DecidingBarrier, samePersonHours } from './terms.ts'

type DecisionState = { isWarning: boolean; isAutomatic: boolean; isAppealed: boolean; isInForce: boolean; appealUntil: Date }

/** The reason why the author cannot appeal against a decision now; null if they can. */
export function appealBarrier({ isWarning, isAutomatic, isAppealed, isInForce, appealUntil }: DecisionState, now: Date): AppealBarrier | null {
  if (isWarning) return 'warning'
  if (isAppealed) return 'sent'
  if (!isInForce) return 'superseded'
  if (isAutomatic) return 'waiting'
  return appealUntil < now ? 'late' : null
}

export function appealProblems(body: string): FieldProblems<AppealCode> {
  if (!normalized(body)) return { body: 'APPEAL_MISSING' }
  return lengthOf(normalized(body)) > appealLimits.body ? { body: 'APPEAL_TOO_LONG' } : {}
}

type AppealState = { isForAdmins: boolean; isAuthor: boolean; isDecider: boolean; hasOthers: boolean; sentAt: Date }

/** The moment from which the moderator who made the decision may decide the appeal, if there is no other. */
export const samePersonFrom = (sentAt: Date): Date => new Date(sentAt.getTime() + samePersonHours * 3_600_000)

/**
 * The reason why this moderator cannot decide an appeal now; null if they can. A moderator who has never hidden or removed the content decides.
 * Only if there is none, one who has does, after some days.
 */
export function decidingBarrier({ isForAdmins, isAuthor, isDecider, hasOthers, sentAt }: AppealState, now: Date): DecidingBarrier | null {
  if (isAuthor) return 'author'
  if (isForAdmins) return 'admins'
  if (!isDecider) return null
  if (hasOthers) return 'decider'
  return samePersonFrom(sentAt) > now ? 'early' : null
}
