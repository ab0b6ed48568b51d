import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

export function problemText(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  if (refusal.code === 'CAMPAIGN_NOT_ACTIVE') return m.error_campaign_not_active(nouns)
  if (refusal.code === 'NOT_FOUND') return m.error_campaign_not_found()
  return refusal.text ?? (refusal.status === 429 ? m.error_too_many() : m.error_unexpected())
}
