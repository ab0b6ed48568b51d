import type { ReportOutcome } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { ReportSubject } from '../contract.ts'
import type { ReportBarrier, ReportCode, ReportKind, ReportReason } from '../terms.ts'

export const reasonHints: Record<ReportReason, () => string> = {
  false_claim: m.reports_reason_false_claim_hint,
  harassment: m.reports_reason_harassment_hint,
  hate: m.reports_reason_hate_hint,
  spam: m.reports_reason_spam_hint,
  illegal: m.reports_reason_illegal_hint,
  not_a_boycott: m.reports_reason_not_a_boycott_hint,
  other: m.reports_reason_other_hint,
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
  company_statement: m.reports_about_company_statement,
  picture: m.reports_about_picture,
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
  signed_out: { title: m.reports_barrier_signed_out, text: m.reports_barrier_signed_out_text },
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
export const refusalText = (code: string | undefined): string => (refusals[code ?? ''] ?? m.reports_error_failed)()

const refusals: Record<string, () => string> = {
  REPORTS_TOO_OFTEN: m.reports_error_too_often,
  PROOF_NEEDED: m.error_proof,
  MALFORMED: m.reports_error_reason,
  // The link of a mail: a form whose content is gone leads to another page.
  NOT_FOUND: m.reports_error_link,
}
