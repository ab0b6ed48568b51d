import { m } from '#messages'
import type { ModerationCode } from '../terms.ts'

/** The texts for an invalid reason. */
export const reasonTexts: Record<ModerationCode, () => string> = { REASON_MISSING: m.moderation_reason_missing, REASON_TOO_LONG: m.moderation_reason_too_long }
