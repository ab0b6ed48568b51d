import { privateCodes } from '#features/trust/terms.ts'

export const limits = {
  title: { min: 10, max: 120 },
  goal: { min: 6, max: 120 },
  whyItMatters: { min: 80, max: 5_000 },
  body: 20_000,
  sources: 10,
  source: 200,
  name: 80,
  industryName: { min: 2, max: 80 },
  url: 2_048,
  causes: 10,
  actions: 20,
  action: 280,
  alternatives: 20,
  alternative: 120,
  note: 500,
  statement: 20_000,
  reason: 2_000,
  productService: 120,
  unit: 60,
  spendCents: { min: 1, max: 10_000_000 },
  supportersGoal: { min: 1, max: 1_000_000_000 },
} as const

export const problemCodes = [
  'TARGET_MISSING',
  'TARGET_UNKNOWN',
  'TARGET_LOCKED',
  'NAME_BLANK',
  'NAME_TOO_LONG',
  'URL_INVALID',
  'INDUSTRY_UNKNOWN',
  'INDUSTRY_LOCKED',
  'INDUSTRY_NAME_LENGTH',
  'TITLE_TOO_SHORT',
  'TITLE_TOO_LONG',
  'GOAL_TOO_SHORT',
  'GOAL_TOO_LONG',
  'WHY_TOO_SHORT',
  'WHY_TOO_LONG',
  'BODY_TOO_LONG',
  'SOURCES_TOO_MANY',
  'SOURCE_URL',
  'SOURCE_DESCRIPTION',
  'SOURCE_TOO_LONG',
  'CAUSES_MISSING',
  'CAUSES_TOO_MANY',
  'CAUSE_UNKNOWN',
  'CAUSE_LOCKED',
  'CAUSE_NAME',
  'ACTIONS_MISSING',
  'ACTIONS_TOO_MANY',
  'ACTION_TOO_LONG',
  'ALTERNATIVES_MISSING',
  'ALTERNATIVES_TOO_MANY',
  'ALTERNATIVE_NAME',
  'ALTERNATIVE_TOO_LONG',
  'NOTE_TOO_LONG',
  'PRODUCT_MISSING',
  'PRODUCT_TOO_LONG',
  'SPEND_INVALID',
  'DURATION_MISSING',
  'UNIT_MISSING',
  'UNIT_TOO_LONG',
  'GOAL_NUMBER_INVALID',
  'COVER_UNKNOWN',
  ...privateCodes,
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** Problems that prevent ending a campaign. */
export const endingCodes = ['STATEMENT_MISSING', 'STATEMENT_TOO_LONG', 'REASON_MISSING', 'REASON_TOO_LONG', ...privateCodes] as const
export type EndingCode = (typeof endingCodes)[number]

const nothingSaved = 'It could not be stored, so nothing was saved. Try again.'

/** Refusals for a database failure while saving or publishing, by the step that failed. */
export const stepFailures = {
  CAMPAIGN_FAILED: { status: 500, message: `Failed to create campaign: ${nothingSaved}` },
  TARGET_FAILED: { status: 500, message: `Failed to create target: ${nothingSaved}` },
  INDUSTRY_FAILED: { status: 500, message: `Failed to create industry: ${nothingSaved}` },
  CAUSE_FAILED: { status: 500, message: `Failed to create cause: ${nothingSaved}` },
  CAUSE_LINK_FAILED: { status: 500, message: `Failed to link cause: ${nothingSaved}` },
  SOURCE_FAILED: { status: 500, message: `Failed to add source: ${nothingSaved}` },
  ACTION_FAILED: { status: 500, message: `Failed to add action: ${nothingSaved}` },
  ALTERNATIVE_FAILED: { status: 500, message: `Failed to add alternative: ${nothingSaved}` },
} as const
export type StepFailure = keyof typeof stepFailures

/** The creator's row in `person` is missing. */
export const profileGone = {
  PROFILE_INCOMPLETE: { status: 409, message: 'Your profile is not fully set up. Please refresh the page and try again.' },
} as const
