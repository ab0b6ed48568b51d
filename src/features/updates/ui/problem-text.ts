import { pictureTexts } from '#features/media/ui/problem-text.ts'
import { privateTexts } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText, textOfCode } from '#platform/client/failure-text.ts'

const ofFields = {
  UPDATE_BLANK: m.updates_blank,
  UPDATE_TOO_LONG: m.updates_too_long,
  UPDATE_TITLE_TOO_LONG: m.updates_title_too_long,
  TITLE_BLANK: m.updates_title_blank,
  ...privateTexts,
}

const texts = { ...pictureTexts, CAMPAIGN_NOT_ACTIVE: () => m.updates_not_active(nouns), TOO_MANY_REQUESTS: m.error_too_many }

export const fieldText = (code: string | undefined) => textOfCode(ofFields, code)

/** The reason why an update was not posted, for failures that concern no field. */
export function postProblem(error: unknown): string {
  const message = failureText(error, texts, () => '')
  return message ? m.updates_failed_why({ message }) : m.updates_failed()
}
