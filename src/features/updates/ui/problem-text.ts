import { pictureText } from '#features/media/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

const fieldTexts: Record<string, () => string> = {
  UPDATE_BLANK: m.updates_blank,
  UPDATE_TOO_LONG: m.updates_too_long,
  UPDATE_TITLE_TOO_LONG: m.updates_title_too_long,
}

export const fieldText = (code: string | undefined): string | undefined => (code ? fieldTexts[code]?.() : undefined)

/** The reason why an update was not posted, for failures that concern no field. */
export function postProblem(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.updates_failed_why({ message: m.error_network() })
  if (refusal.code === 'CAMPAIGN_NOT_ACTIVE') return m.updates_failed_why({ message: m.updates_not_active(nouns) })
  if (refusal.status === 429) return m.updates_failed_why({ message: m.error_too_many() })
  const picture = pictureText(refusal.code)
  return picture ? m.updates_failed_why({ message: picture }) : m.updates_failed()
}
