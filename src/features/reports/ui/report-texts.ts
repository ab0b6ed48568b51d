import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { ReportSubject } from '../contract.ts'
import type { ReportBarrier, ReportCode, ReportKind, ReportOutcome, ReportReason } from '../terms.ts'

export const reasonTexts: Record<ReportReason, { label: () => string; hint: () => string }> = {
  false_claim: { label: m.reports_reason_false_claim, hint: m.reports_reason_false_claim_hint },
  harassment: { label: m.reports_reason_harassment, hint: m.reports_reason_harassment_hint },
  hate: { label: m.reports_reason_hate, hint: m.reports_reason_hate_hint },
  spam: { label: m.reports_reason_spam, hint: m.reports_reason_spam_hint },
  illegal: { label: m.reports_reason_illegal, hint: m.reports_reason_illegal_hint },
  not_a_boycott: { label: m.reports_reason_not_a_boycott, hint: m.reports_reason_not_a_boycott_hint },
  other: { label: m.reports_reason_other, hint: m.reports_reason_other_hint },
}

const kindTexts: Record<ReportKind, (given: { title: string }) => string> = {
  campaign: () => nouns.noun,
  comment: m.reports_about_comment,
  update: m.reports_about_update,
  chat_message: m.reports_about_chat_message,
  post: m.reports_about_post,
  community: () => m.reports_about_community(),
  person: () => m.reports_about_person(),
  target: () => m.reports_about_target(),
}
const namedByTitle: readonly ReportKind[] = ['campaign', 'community', 'person', 'target']

/** The kind of the content and where it is, and its own title if it has one. */
export const subjectHeading = ({ kind, title }: Pick<ReportSubject, 'kind' | 'title'>) => ({
  kind: kindTexts[kind]({ title }),
  title: namedByTitle.includes(kind) ? title : null,
})

export const outcomeTexts: Record<ReportOutcome, () => string> = {
  kept: m.reports_outcome_kept,
  hidden: m.reports_outcome_hidden,
  removed: m.reports_outcome_removed,
  settled: m.reports_outcome_settled,
  gone: m.reports_outcome_gone,
}

export const barrierTexts: Record<ReportBarrier, { title: () => string; text: () => string }> = {
  own: { title: m.reports_barrier_own, text: m.reports_barrier_own_text },
  unconfirmed: { title: m.reports_barrier_unconfirmed, text: m.reports_barrier_unconfirmed_text },
  reported: { title: m.reports_barrier_reported, text: m.reports_barrier_reported_text },
  reviewed: { title: m.reports_barrier_reviewed, text: m.reports_barrier_reviewed_text },
}

export const codeTexts: Record<ReportCode, () => string> = {
  DETAILS_MISSING: m.reports_error_details,
  DETAILS_TOO_LONG: m.reports_error_details_long,
  LAW_MISSING: m.reports_error_law,
  LAW_TOO_LONG: m.reports_error_law_long,
  NOTICE_NAME_MISSING: m.reports_error_name,
  NOTICE_NAME_TOO_LONG: m.reports_error_name_long,
  NOTICE_EMAIL_INVALID: m.reports_error_email,
  GOOD_FAITH_MISSING: m.reports_error_good_faith,
}

/** The text for a refused report as a whole. */
export const refusalText = (code: string | undefined): string =>
  code === 'REPORTS_TOO_OFTEN' ? m.reports_error_too_often() : code === 'MALFORMED' ? m.reports_error_reason() : m.reports_error_failed()
