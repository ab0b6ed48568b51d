import { m } from '#messages'
import type { ProblemCode } from '../terms.ts'

const texts: Record<ProblemCode, () => string> = {
  TARGET_MISSING: m.error_target_missing,
  TARGET_UNKNOWN: m.error_target_unknown,
  NAME_BLANK: m.error_name_blank,
  NAME_TOO_LONG: m.error_name_too_long,
  URL_INVALID: m.error_url_invalid,
  INDUSTRY_UNKNOWN: m.error_industry_unknown,
  INDUSTRY_NAME_LENGTH: m.error_industry_name_length,
  TITLE_TOO_SHORT: m.error_title_too_short,
  TITLE_TOO_LONG: m.error_title_too_long,
  GOAL_TOO_SHORT: m.error_goal_too_short,
  GOAL_TOO_LONG: m.error_goal_too_long,
  WHY_TOO_SHORT: m.error_why_too_short,
  WHY_TOO_LONG: m.error_why_too_long,
  BODY_TOO_LONG: m.error_body_too_long,
  CAUSES_MISSING: m.error_causes_missing,
  CAUSES_TOO_MANY: m.error_causes_too_many,
  CAUSE_UNKNOWN: m.error_cause_unknown,
  CAUSE_NAME: m.error_cause_name,
  ACTIONS_MISSING: m.error_actions_missing,
  ACTIONS_TOO_MANY: m.error_actions_too_many,
  ACTION_TOO_LONG: m.error_action_too_long,
  ALTERNATIVES_MISSING: m.error_alternatives_missing,
  ALTERNATIVES_TOO_MANY: m.error_alternatives_too_many,
  ALTERNATIVE_NAME: m.error_alternative_name,
  ALTERNATIVE_TOO_LONG: m.error_alternative_too_long,
  NOTE_TOO_LONG: m.error_note_too_long,
  PRODUCT_MISSING: m.error_product_missing,
  PRODUCT_TOO_LONG: m.error_product_too_long,
  SPEND_INVALID: m.error_spend_invalid,
  DURATION_MISSING: m.error_duration_missing,
  UNIT_MISSING: m.error_unit_missing,
  UNIT_TOO_LONG: m.error_unit_too_long,
  GOAL_NUMBER_INVALID: m.error_goal_number_invalid,
  COVER_UNKNOWN: m.error_cover_unknown,
}

/** What is missing, in words, from the codes of a refused publication. */
export function problemTexts(codes: readonly string[]): string[] {
  const known = new Map<string, () => string>(Object.entries(texts))
  return [...new Set(codes)].flatMap((code) => known.get(code)?.() ?? [])
}
