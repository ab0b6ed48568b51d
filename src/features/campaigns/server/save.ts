import { ORPCError } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { tallyCampaign } from '#features/live-stats/server/public.ts'
import { takeFirstPledge } from '#features/pledges/server/public.ts'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { neat, oneLine } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignInput } from '../contract.ts'
import { profileGone } from '../validation/terms.ts'
import { rankOne } from './ranks.ts'
import { step } from './step.ts'
import { causesByName, industryOf, knownCauses, targetOf } from './taxonomy.ts'

type Saved = { id: string; slug: string | null; status: 'draft' | 'active' }

/** Saves a draft with whatever is only pending kept as draft fields. The input has passed `campaignProblems`. */
export async function saveDraft(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }): Promise<Saved> {
  const id = await insertCampaign(tx, { input, viewer, row: { status: 'draft', ...(await draftFields(tx, input)) } })
  await linkCauses(tx, id, await knownCauses(tx, input.causes))
  return { id, slug: null, status: 'draft' }
}

/** A draft's target, and what of target, industry and causes is only planned. */
export async function draftFields(tx: Tx, input: CampaignInput) {
  const { target } = input
  const pending = target && 'name' in target ? target : null
  const industry = pending?.industry
  return {
    target_id: target && 'id' in target ? await targetOf(tx, target) : null,
    draft_target_name: pending ? oneLine(pending.name) : null,
    draft_target_website: neat(pending?.websiteUrl ?? '') || null,
    draft_industry_id: industry && 'id' in industry ? await industryOf(tx, industry) : null,
    draft_industry_name: industry && 'name' in industry ? oneLine(industry.name) : null,
    draft_causes: JSON.stringify(newCauseNames(input).map((name) => ({ new_cause_name: name }))),
  }
}

/**
 * Publishes at once: pending target and industry, pending causes, the campaign, its lists, the creator's pledge, its
 * place in the counts and lists. All of it or nothing.
 */
export async function publishNew(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }): Promise<Saved> {
  if (!input.target) throw new Error('Published without a target')
  const targetId = await targetOf(tx, input.target)
  const causeIds = [...(await knownCauses(tx, input.causes)), ...(await causesByName(tx, newCauseNames(input)))]
  const id = await insertCampaign(tx, { input, viewer, row: { status: 'active', target_id: targetId, published_at: new Date() } })
  await linkCauses(tx, id, causeIds)
  const slug = await step('CAMPAIGN_FAILED', async () => {
    await enterLists(tx, { campaignId: id, viewer })
    return giveSlug(tx, { id, title: input.title })
  })
  return { id, slug, status: 'active' }
}

/** What follows for every campaign that becomes active. */
export async function enterLists(tx: Tx, { campaignId, viewer }: { campaignId: string; viewer: Viewer }): Promise<void> {
  await takeFirstPledge(tx, { campaignId, personId: viewer.id, isPrivate: viewer.pledgesPrivately })
  await rankOne(tx, campaignId)
  await tallyCampaign(tx, campaignId)
}

export async function linkCauses(tx: Tx, campaignId: string, causeIds: string[]): Promise<void> {
  const rows = [...new Set(causeIds)].map((causeId) => ({ campaign_id: campaignId, cause_id: causeId }))
  if (rows.length)
    await step('CAUSE_LINK_FAILED', () =>
      tx
        .insertInto('campaign_cause')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
}

type Row = {
  status: 'draft' | 'active'
  target_id: string | null
  published_at?: Date
  draft_target_name?: string | null
  draft_target_website?: string | null
  draft_industry_id?: string | null
  draft_industry_name?: string | null
  draft_causes?: string
}

async function insertCampaign(tx: Tx, { input, viewer, row }: { input: CampaignInput; viewer: Viewer; row: Row }) {
  const id = uuidv7()
  const columns = await columnsOf(tx, { input, viewer })
  const values = { id, slug: row.status === 'draft' ? null : id, creator_id: viewer.id, ...columns, ...row }
  await step('CAMPAIGN_FAILED', () => tx.insertInto('campaign').values(values).execute()).catch((error: unknown) => {
    if (Object(error).constraint !== 'campaign_creator_id_fkey') throw error
    throw new ORPCError('PROFILE_INCOMPLETE', { defined: true, ...profileGone.PROFILE_INCOMPLETE })
  })
  await writeLists(tx, { campaignId: id, input })
  return id
}

/** What a campaign's own row says, from the wizard's words. */
export async function columnsOf(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }) {
  return {
    title: oneLine(input.title),
    summary: neat(input.summary),
    body: neat(input.body),
    body_html: renderMarkdown(neat(input.body)),
    why_it_matters: neat(input.whyItMatters),
    cover_media_id: await ownCover(tx, { mediaId: input.coverMediaId ?? null, viewer }),
    supporters_goal: input.supportersGoal ?? null,
    ...impactColumns(input.impact),
  }
}

/** The ordered lists of a campaign that has none yet; blank rows are dropped. */
export async function writeLists(tx: Tx, { campaignId, input }: { campaignId: string; input: CampaignInput }): Promise<void> {
  const actions = input.actions.map(neat).filter(Boolean)
  if (actions.length)
    await step('ACTION_FAILED', () =>
      tx
        .insertInto('campaign_action')
        .values(actions.map((action_text, sort_order) => ({ campaign_id: campaignId, action_text, sort_order })))
        .execute(),
    )
  const alternatives = input.alternatives.filter(({ name }) => neat(name))
  if (alternatives.length) {
    const rows = alternatives.map(({ name, url, note }, sort_order) => ({
      campaign_id: campaignId,
      sort_order,
      name: neat(name),
      url: neat(url ?? '') || null,
      note: neat(note ?? '') || null,
    }))
    await step('ALTERNATIVE_FAILED', () => tx.insertInto('campaign_alternative').values(rows).execute())
  }
}

/**
 * Gives a campaign that is being published its slug. To be called last: its lock, for which simultaneous equal titles
 * wait, is then held only until the commit. Until then the id stands in its place, unseen by others.
 */
export async function giveSlug(tx: Tx, { id, title }: { id: string; title: string }): Promise<string> {
  const slug = await freeSlug(tx, { table: 'campaign', text: oneLine(title), fallback: `campaign-${id.slice(-8)}` })
  await tx.updateTable('campaign').set({ slug }).where('id', '=', id).execute()
  return slug
}

function impactColumns(impact: CampaignInput['impact']) {
  const none = { product_service: null, currency: null, spend_cents: null, duration_basis: null, non_monetary_unit: null }
  if (impact.mode === 'non_monetary') return { ...none, impact_mode: impact.mode, non_monetary_unit: neat(impact.unit ?? '') }
  return {
    ...none,
    impact_mode: impact.mode,
    product_service: neat(impact.productService ?? ''),
    currency: 'USD',
    spend_cents: impact.spendCents ?? null,
    duration_basis: impact.durationBasis ?? null,
  }
}

async function ownCover(tx: Tx, { mediaId, viewer }: { mediaId: string | null; viewer: Viewer }): Promise<string | null> {
  if (mediaId === null) return null
  // Held, so that the sweep does not take it before this is committed.
  const media = await tx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('owner_id', '=', viewer.id)
    .where('purpose', '=', 'campaign_cover')
    .forKeyShare()
    .executeTakeFirst()
  if (!media) refuseFields({ cover: 'COVER_UNKNOWN' })
  return mediaId
}

export const newCauseNames = (input: CampaignInput) => input.causes.flatMap((cause) => ('name' in cause ? [oneLine(cause.name)] : []))
