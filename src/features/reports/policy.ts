import { isEmail } from '#features/accounts/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type ReportBarrier, type ReportCode, type ReportReason, reportLimits, urgentReasons, weightRule } from './terms.ts'

type ReportState = { isOwn: boolean; hasOpenReport: boolean; isReviewed: boolean }
/** `takesVisitors`: the site can confirm visitors' addresses by mail. */
type Reporter = { viewer: Pick<Viewer, 'isCounted'> | null; takesVisitors: boolean }

/** The reason why this person cannot report content that they can see; null if they can. */
export function reportBarrier({ viewer, takesVisitors }: Reporter, { isOwn, hasOpenReport, isReviewed }: ReportState): ReportBarrier | null {
  if (isOwn) return 'own'
  if (viewer === null && !takesVisitors) return 'signed_out'
  // Without a confirmed address, anybody could fill the queue with accounts made by a script.
  if (viewer?.isCounted === false) return 'unconfirmed'
  if (hasOpenReport) return 'reported'
  return isReviewed ? 'reviewed' : null
}

/** The weight of a report in the order of the queue: 0 if moderators kept most of what this person reported before. */
export const reportWeight = ({ decided, kept }: { decided: number; kept: number }): 0 | 1 =>
  decided >= weightRule.decided && kept >= decided * weightRule.keptShare ? 0 : 1

export const isUrgent = (reason: ReportReason): boolean => urgentReasons.includes(reason)

export type ReportWords = { reason: ReportReason; details: string; law: string; name: string; email: string; isGoodFaith: boolean }

/** Validates a report. Only a notice about illegal content needs the law, a sender and good faith; a visitor always gives an address. */
export function reportProblems(report: ReportWords, { isVisitor }: { isVisitor: boolean }): FieldProblems<ReportCode> {
  const { reason, details, law, name, email, isGoodFaith } = report
  const notice =
    reason === 'illegal'
      ? {
          law: lengthProblem(law, { max: reportLimits.law, missing: 'LAW_MISSING', tooLong: 'LAW_TOO_LONG' }),
          name: lengthProblem(name, { max: reportLimits.name, missing: 'NOTICE_NAME_MISSING', tooLong: 'NOTICE_NAME_TOO_LONG' }),
          isGoodFaith: isGoodFaith ? null : ('GOOD_FAITH_MISSING' as const),
        }
      : {}
  const missing = reason === 'other' ? 'DETAILS_MISSING' : null
  const isEmailMissing = (isVisitor || reason === 'illegal') && !isEmail(normalized(email))
  const found = {
    details: lengthProblem(details, { max: reportLimits.details, missing, tooLong: 'DETAILS_TOO_LONG' }),
    ...notice,
    email: isEmailMissing ? ('NOTICE_EMAIL_INVALID' as const) : null,
  }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

type Length = { max: number; missing: ReportCode | null; tooLong: ReportCode }

function lengthProblem(text: string, { max, missing, tooLong }: Length): ReportCode | null {
  const length = lengthOf(normalized(text))
  if (length === 0) return missing
  return length > max ? tooLong : null
}
