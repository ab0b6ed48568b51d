import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import { CampaignInput } from '../contract.ts'
import { campaignProblems, mayPublish } from '../policy.ts'
import type { Status } from '../terms.ts'
import { statusOf } from './queries.ts'
import { enterLists, linkCauses } from './save.ts'
import { causesByName, targetOf } from './taxonomy.ts'

type Outcome = { id: string; slug: string; status: Status } | 'absent'

/**
 * Makes an own draft active: judged whole, pending target, industry and causes made, draft fields cleared, the creator
 * joined. Doing it twice does it once; the second is told that it is active.
 */
export async function publishDraft(tx: Tx, { id, viewer }: { id: string; viewer: Viewer }): Promise<Outcome> {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).where('creator_id', '=', viewer.id).forUpdate().executeTakeFirst()
  if (!row) return 'absent'
  const status = statusOf(row.status)
  if (!mayPublish({ status, viewer: { isCreator: row.creator_id === viewer.id } })) return { id, slug: row.slug, status }

  const input = await draftAsInput(tx, row)
  refuseFields(campaignProblems(input, { publish: true }))
  if (!input.target) return 'absent'
  const targetId = await targetOf(tx, input.target)
  const newCauses = input.causes.flatMap((cause) => ('name' in cause ? [cause.name] : []))
  await linkCauses(tx, id, await causesByName(tx, newCauses))
  await tx
    .updateTable('campaign')
    .set({
      status: 'active',
      published_at: new Date(),
      updated_at: new Date(),
      target_id: targetId,
      draft_target_name: null,
      draft_target_website: null,
      draft_industry_id: null,
      draft_industry_name: null,
      draft_causes: '[]',
    })
    .where('id', '=', id)
    .execute()
  await enterLists(tx, { campaignId: id, viewer })
  return { id, slug: row.slug, status: 'active' }
}

type Draft = {
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
}

/** A stored draft in the shape in which the wizard sent it, so that the same rules judge it. */
async function draftAsInput(tx: Tx, row: Draft): Promise<CampaignInput> {
  const [causes, actions, alternatives] = [
    await tx.selectFrom('campaign_cause').select('cause_id').where('campaign_id', '=', row.id).execute(),
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
    causes: [...causes.map(({ cause_id }) => ({ id: cause_id })), ...pending],
    actions: actions.map(({ action_text }) => action_text),
    alternatives,
    impact:
      row.impact_mode === 'monetary'
        ? { mode: 'monetary', productService: row.product_service, spendCents: row.spend_cents, durationBasis: row.duration_basis }
        : { mode: 'non_monetary', unit: row.non_monetary_unit },
    supportersGoal: row.supporters_goal,
  })
}
