import { m } from '#messages'

/** The texts for refused decisions. */
export const refusals: Record<string, () => string> = {
  NOT_FOUND: m.community_reports_gone,
  CASE_CLAIMED: m.community_reports_claimed,
  CONTENT_CHANGED: m.queue_keep_changed,
}
