// Terms and limits of campaigns as plain values, so that the browser need not load the contract's schemas.

export const statuses = ['draft', 'active', 'victory', 'archived'] as const
export type Status = (typeof statuses)[number]
/** Statuses in which the creator may change the campaign's texts. */
export const editableStatuses = ['draft', 'active'] as const
export const campaignSorts = ['trending', 'newest', 'most_pledged'] as const
export type CampaignSort = (typeof campaignSorts)[number]
export const durationBases = ['one_time', 'weekly', 'monthly', 'annual'] as const
export type DurationBasis = (typeof durationBases)[number]

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
  'NAME_BLANK',
  'NAME_TOO_LONG',
  'URL_INVALID',
  'INDUSTRY_UNKNOWN',
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
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** Problems that prevent ending a campaign. */
export const endingCodes = ['STATEMENT_MISSING', 'STATEMENT_TOO_LONG', 'REASON_MISSING', 'REASON_TOO_LONG'] as const
export type EndingCode = (typeof endingCodes)[number]

/** The fields that people joined for. They cannot change after another person has joined. */
export const frozenFields = ['title', 'summary', 'target', 'impact'] as const

/** The part of the address that identifies a campaign: its slug, or the id of a draft. */
export const addressPart = ({ id, slug }: { id: string; slug: string | null }): string => slug ?? id
