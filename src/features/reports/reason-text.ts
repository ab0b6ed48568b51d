import { m } from '#messages'
import type { ReportReason } from './terms.ts'

const labels: Record<ReportReason, () => string> = {
  false_claim: m.reports_reason_false_claim,
  harassment: m.reports_reason_harassment,
  hate: m.reports_reason_hate,
  spam: m.reports_reason_spam,
  illegal: m.reports_reason_illegal,
  not_a_boycott: m.reports_reason_not_a_boycott,
  other: m.reports_reason_other,
}

export const reasonText = (reason: ReportReason): string => labels[reason]()
