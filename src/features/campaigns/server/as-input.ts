import type { Tx } from '#platform/server/idempotency.ts'
import { CampaignInput } from '../contract.ts'

type Row = {
  id: string
  target_id: string | null
  draft_target_name: string | null
  draft_target_website: string | null
  draft_industry_id: string | null
  draft_industry_name: string | null
  draft_causes: unknown
  title: string
  summary: string
  why_it_matters: string
  body: string
  impact_mode: string
  product_service: string | null
  spend_cents: number | null
  duration_basis: string | null
  non_monetary_unit: string | null
  supporters_goal: number | null
  cover_media_id: string | null
}

/** Converts a stored campaign to the wizard's input, so that the same rules validate it. */
export async function asInput(tx: Tx, row: Row): Promise<CampaignInput> {
  const [causes, sources, actions, alternatives] = [
    await tx.selectFrom('campaign_cause').select('cause_id').where('campaign_id', '=', row.id).orderBy('cause_id').execute(),
    await tx.selectFrom('campaign_source').select(['url', 'description']).where('campaign_id', '=', row.id).orderBy('sort_order').execute(),
    await tx.selectFrom('campaign_action').select('action_text').where('campaign_id', '=', row.id).orderBy('sort_order').execute(),
    await tx.selectFrom('campaign_alternative').select(['name', 'url', 'note']).where('campaign_id', '=', row.id).orderBy('sort_order').execute(),
  ]
  const pending = Array.isArray(row.draft_causes) ? row.draft_causes.map((entry: unknown) => ({ name: String(Object(entry).new_cause_name) })) : []
  const industry = row.draft_industry_id !== null ? { id: row.draft_industry_id } : row.draft_industry_name !== null ? { name: row.draft_industry_name } : null
  return CampaignInput.parse({
    target: row.target_id !== null ? { id: row.target_id } : { name: row.draft_target_name ?? '', websiteUrl: row.draft_target_website, industry },
    title: row.title,
    summary: row.summary,
    whyItMatters: row.why_it_matters,
    body: row.body,
    sources,
    causes: [...causes.map(({ cause_id }) => ({ id: cause_id })), ...pending],
    actions: actions.map(({ action_text }) => action_text),
    alternatives,
    impact:
      row.impact_mode === 'monetary'
        ? { mode: 'monetary', productService: row.product_service, spendCents: row.spend_cents, durationBasis: row.duration_basis }
        : { mode: 'non_monetary', unit: row.non_monetary_unit },
    supportersGoal: row.supporters_goal,
    coverMediaId: row.cover_media_id,
  })
}
