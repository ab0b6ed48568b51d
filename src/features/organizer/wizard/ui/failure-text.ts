import { m } from '#messages'
import { type FailureCode, failureCodeOf } from '../refusal.ts'

const steps: { [Code in Exclude<FailureCode, 'PROFILE_INCOMPLETE'>]: (words: { reason: string }) => string } = {
  CAMPAIGN_FAILED: m.wizard_failed_campaign,
  TARGET_FAILED: m.wizard_failed_target,
  INDUSTRY_FAILED: m.wizard_failed_industry,
  CAUSE_FAILED: m.wizard_failed_cause,
  CAUSE_LINK_FAILED: m.wizard_failed_cause_link,
  SOURCE_FAILED: m.wizard_failed_source,
  ACTION_FAILED: m.wizard_failed_action,
  ALTERNATIVE_FAILED: m.wizard_failed_alternative,
}

/** The text for the step of saving or publishing that failed. */
export const failureText = (code: FailureCode): string =>
  code === 'PROFILE_INCOMPLETE' ? m.wizard_profile_incomplete() : steps[code]({ reason: m.wizard_failed_reason() })

/** The same for a refusal's code. Null if it is not about a step. */
export function publishFailureText(code: string | undefined): string | null {
  const known = failureCodeOf(code)
  return known && failureText(known)
}
