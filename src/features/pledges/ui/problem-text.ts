import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText } from '#platform/client/failure-text.ts'

const texts = { CAMPAIGN_NOT_ACTIVE: () => m.error_campaign_not_active(nouns), NOT_FOUND: m.error_campaign_not_found }

export const problemText = (error: unknown) => failureText(error, texts)
