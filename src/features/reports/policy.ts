import { isEmail } from '#features/accounts/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type ReportBarrier, type ReportCode, type ReportReason, reportLimits, urgentReasons } from './terms.ts'

type ReportState = { isOwn: boolean; hasOpenReport: boolean; isReviewed: boolean }

/** The reason why this person cannot report content that they can see; null if they can. */
export function reportBarrier(viewer: Pick<Viewer, 'isCounted'>, { isOwn, hasOpenReport, isReviewed }: ReportState): ReportBarrier | null {
  if (isOwn) return 'own'
  // Without a confirmed address, anybody could fill the queue with accounts made by a script.
  if (!viewer.isCounted) return 'unconfirmed'
  if (hasOpenReport) return 'reported'
  return isReviewed ? 'reviewed' : null
}

export const isUrgent = (reason: ReportReason): boolean => urgentReasons.includes(reason)

export type ReportWords = { reason: ReportReason; details: string; law: string; name: string; email: string; isGoodFaith: boolean }

/** Validates a report. Only a notice about illegal content needs the law, a sender and good faith. */
export function reportProblems(report: ReportWords): FieldProblems<ReportCode> {
  const { reason, details, law, name, email, isGoodFaith } = report
  const notice =
    reason === 'illegal'
      ? {
          law: lengthProblem(law, { max: reportLimits.law, missing: 'LAW_MISSING', tooLong: 'LAW_TOO_LONG' }),
          name: lengthProblem(name, { max: reportLimits.name, missing: 'NOTICE_NAME_MISSING', tooLong: 'NOTICE_NAME_TOO_LONG' }),
          email: isEmail(normalized(email)) ? null : ('NOTICE_EMAIL_INVALID' as const),
          isGoodFaith: isGoodFaith ? null : ('GOOD_FAITH_MISSING' as const),
        }
      : {}
  const missing = reason === 'other' ? 'DETAILS_MISSING' : null
  const found = { details: lengthProblem(details, { max: reportLimits.details, missing, tooLong: 'DETAILS_TOO_LONG' }), ...notice }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

type Length = { max: number; missing: ReportCode | null; tooLong: ReportCode }

function lengthProblem(text: string, { max, missing, tooLong }: Length): ReportCode | null {
  const length = lengthOf(normalized(text))
  if (length === 0) return missing
  return length > max ? tooLong : null
}
