import { moderationCodes } from '#features/moderation/terms.ts'
import type { SwitchName } from '#platform/site-switches.ts'

export const switchLimits = { text: 300 } as const
export const switchCodes = [...moderationCodes, 'BANNER_MISSING', 'BANNER_TOO_LONG', 'CAMPAIGN_UNKNOWN'] as const
export type SwitchCode = (typeof switchCodes)[number]

/** Codes of the refusals while a switch is on. */
export const closedCodes = {
  read_only: 'READ_ONLY',
  no_sign_up: 'SIGN_UP_CLOSED',
  no_new_campaigns: 'PUBLISHING_CLOSED',
  joining_paused: 'JOINING_PAUSED',
} as const satisfies Partial<Record<SwitchName, string>>

/** While slow mode is on everywhere, each person can write one comment, message or post in so many seconds. */
export const siteSlowSeconds = 30

/** Number of the latest changes that administrators see. */
export const changesShown = 20
