import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'

export function problemText(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  if (refusal.code === 'CHAT_TOO_SOON') return m.chat_too_soon()
  if (refusal.code === 'CHAT_TOO_LONG') return m.chat_too_long()
  if (refusal.code === 'CHAT_BLANK') return m.chat_blank()
  if (refusal.code === 'CAMPAIGN_NOT_ACTIVE') return m.chat_not_active()
  if (refusal.code === 'NOT_FOUND') return m.error_campaign_not_found()
  return refusal.text ?? (refusal.status === 429 ? m.error_too_many() : m.error_unexpected())
}
