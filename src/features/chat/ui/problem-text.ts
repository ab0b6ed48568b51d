import { m } from '#messages'
import { failureText } from '#platform/client/failure-text.ts'

const texts = {
  CHAT_TOO_SOON: m.chat_too_soon,
  CHAT_TOO_LONG: m.chat_too_long,
  CHAT_BLANK: m.chat_blank,
  CAMPAIGN_NOT_ACTIVE: m.chat_not_active,
  NOT_FOUND: m.error_campaign_not_found,
}

export const problemText = (error: unknown) => failureText(error, texts)
