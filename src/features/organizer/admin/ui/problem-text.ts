import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

/** The text for a failure to end a campaign. */
export function endProblemText(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  if (refusal.fields.statement === 'STATEMENT_MISSING') return m.admin_statement_missing()
  if (refusal.fields.statement === 'STATEMENT_TOO_LONG') return m.admin_statement_too_long()
  if (refusal.code === 'CAMPAIGN_NOT_ACTIVE') return m.admin_ended_already(nouns)
  if (refusal.code === 'UNAUTHORIZED') return m.admin_signed_out()
  return refusal.text ?? (refusal.status === 429 ? m.error_too_many() : m.error_unexpected())
}
