import type { ProblemCode } from '#features/campaigns/validation/terms.ts'
import { privateTexts } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Problem } from '../terms.ts'

const texts: { [code in ProblemCode]: () => string } = {
  TARGET_MISSING: m.wizard_problem_target_missing,
  TARGET_UNKNOWN: m.wizard_problem_target_unknown,
  TARGET_LOCKED: () => m.wizard_problem_target_locked(nouns),
  NAME_BLANK: m.wizard_problem_name_blank,
  NAME_TOO_LONG: m.wizard_problem_name_too_long,
  URL_INVALID: m.wizard_problem_url_invalid,
  INDUSTRY_UNKNOWN: m.wizard_problem_industry_unknown,
  INDUSTRY_LOCKED: () => m.wizard_problem_industry_locked(nouns),
  INDUSTRY_NAME_LENGTH: m.wizard_problem_industry_name_length,
  TITLE_TOO_SHORT: m.wizard_problem_title_too_short,
  TITLE_TOO_LONG: m.wizard_problem_title_too_long,
  GOAL_TOO_SHORT: m.wizard_problem_goal_too_short,
  GOAL_TOO_LONG: m.wizard_problem_goal_too_long,
  WHY_TOO_SHORT: m.wizard_problem_why_too_short,
  WHY_TOO_LONG: m.wizard_problem_why_too_long,
  BODY_TOO_LONG: m.wizard_problem_body_too_long,
  SOURCES_TOO_MANY: m.wizard_problem_sources_too_many,
  SOURCE_URL: m.wizard_problem_source_url,
  SOURCE_DESCRIPTION: m.wizard_problem_source_description,
  SOURCE_TOO_LONG: m.wizard_problem_source_too_long,
  CAUSES_MISSING: m.wizard_problem_causes_missing,
  CAUSES_TOO_MANY: m.wizard_problem_causes_too_many,
  CAUSE_UNKNOWN: m.wizard_problem_cause_unknown,
  CAUSE_LOCKED: () => m.wizard_problem_cause_locked(nouns),
  CAUSE_NAME: m.wizard_problem_cause_name,
  ACTIONS_MISSING: m.wizard_problem_actions_missing,
  ACTIONS_TOO_MANY: m.wizard_problem_actions_too_many,
  ACTION_TOO_LONG: m.wizard_problem_action_too_long,
  ALTERNATIVES_MISSING: m.wizard_problem_alternatives_missing,
  ALTERNATIVES_TOO_MANY: m.wizard_problem_alternatives_too_many,
  ALTERNATIVE_NAME: m.wizard_problem_alternative_name,
  ALTERNATIVE_TOO_LONG: m.wizard_problem_alternative_too_long,
  NOTE_TOO_LONG: m.wizard_problem_note_too_long,
  PRODUCT_MISSING: m.wizard_problem_product_missing,
  PRODUCT_TOO_LONG: m.wizard_problem_product_too_long,
  SPEND_INVALID: m.wizard_problem_spend_invalid,
  DURATION_MISSING: m.wizard_problem_duration_missing,
  UNIT_MISSING: m.wizard_problem_unit_missing,
  UNIT_TOO_LONG: m.wizard_problem_unit_too_long,
  GOAL_NUMBER_INVALID: m.wizard_problem_goal_number_invalid,
  COVER_UNKNOWN: m.wizard_problem_cover_unknown,
  ...privateTexts,
}

export const problemText = (code: ProblemCode) => texts[code]()

const rowNames: Readonly<Record<string, (at: { number: number }) => string>> = {
  sources: m.wizard_source,
  actions: m.wizard_action,
  alternatives: m.wizard_alternative,
}

/** The text next to the buttons, with the name of the row that has the problem. */
export function neededText({ field, code }: Problem): string {
  const [part, row] = field.split('.')
  const problem = problemText(code)
  if (row === undefined) return problem
  const name = rowNames[part ?? '']
  return name ? m.wizard_problem_in_row({ row: name({ number: Number(row) + 1 }), problem }) : problem
}
