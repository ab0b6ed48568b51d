import { ORPCError } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { isAnyModerated } from '#features/media/server/public.ts'
import { beginQuietCounting, type PledgeKeys, takeFirstPledge } from '#features/pledges/server/public.ts'
import { tallyCampaign } from '#features/pledges/tallies/server/public.ts'
import { checkNewEntry } from '#features/trust/server/public.ts'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignInput } from '../contract.ts'
import { profileGone } from '../validation/terms.ts'
import { writeActions } from './actions.ts'
import { refuseLocked } from './locked-entries.ts'
import { rankOne } from './ranks.ts'
import { refusePrivate } from './refuse-private.ts'
import { saveStep } from './save-step.ts'
import { writeSources } from './sources.ts'
import { causesByName, industryOf, knownCauses, targetOf } from './taxonomy.ts'
import { normalizedSources } from './words.ts'

/** `keysOf`: the creator's keys in a campaign. */
export type Publisher = { viewer: Viewer; keysOf: (campaignId: string) => PledgeKeys }
type Saved = { id: string; slug: string | null; status: 'draft' | 'active' }

/** Saves a draft; a target, industry or cause that does not exist yet is stored in draft fields. The input has passed `campaignProblems`. */
export async function saveDraft(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }): Promise<Saved> {
  const id = await insertCampaign(tx, { input, viewer, row: { status: 'draft', ...(await draftFields(tx, { input, viewer })) } })
  await linkCauses(tx, id, await knownCauses(tx, input.causes))
  return { id, slug: null, status: 'draft' }
}

/** A draft's target, and the target, industry and causes that do not exist yet. */
export async function draftFields(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }) {
  const { target } = input
  const pending = target && 'name' in target ? target : null
  const industry = pending?.industry
  return {
    target_id: target && 'id' in target ? await targetOf(tx, { target, enteredBy: viewer }) : null,
    draft_target_name: pending ? oneLine(pending.name) : null,
    draft_target_website: normalized(pending?.websiteUrl ?? '') || null,
    draft_industry_id: industry && 'id' in industry ? await industryOf(tx, { industry, enteredBy: viewer }) : null,
    draft_industry_name: industry && 'name' in industry ? oneLine(industry.name) : null,
    draft_causes: JSON.stringify(newCauseNames(input).map((name) => ({ new_cause_name: name }))),
  }
}

/**
 * Publishes at once: creates pending target, industry and causes, the campaign, its lists, the creator's pledge and its entries in counts and
 * lists. The caller's transaction makes it atomic.
 */
export async function publishNew(tx: Tx, { input, ...publisher }: { input: CampaignInput } & Publisher): Promise<Saved> {
  const { viewer } = publisher
  if (!input.target) throw new Error('Published without a target')
  const targetId = await targetOf(tx, { target: input.target, enteredBy: viewer })
  const causeIds = [...(await knownCauses(tx, input.causes)), ...(await causesByName(tx, { names: newCauseNames(input), enteredBy: viewer }))]
  await refuseLocked(tx, { targetId, causeIds })
  await refusePrivate(tx, { input, targetId, viewer })
  const id = await insertCampaign(tx, { input, viewer, row: { status: 'active', target_id: targetId, published_at: new Date() } })
  await linkCauses(tx, id, causeIds)
  await checkNewEntry(tx, { viewer, kind: 'campaign' })
  const slug = await saveStep('CAMPAIGN_FAILED', async () => {
    await enterLists(tx, { campaignId: id, ...publisher })
    return giveSlug(tx, { id, title: input.title })
  })
  return { id, slug, status: 'active' }
}

/** Steps for every campaign that becomes active. */
export async function enterLists(tx: Tx, { campaignId, viewer, keysOf }: { campaignId: string } & Publisher): Promise<void> {
  await takeFirstPledge(tx, { campaignId, personId: viewer.id, isPrivate: viewer.pledgesPrivately, keys: keysOf(campaignId) })
  // Here and not only in the job: while the site counts quietly, no number may move live, not even for seconds.
  await beginQuietCounting(tx, campaignId)
  await rankOne(tx, campaignId)
  await tallyCampaign(tx, campaignId)
}

export async function linkCauses(tx: Tx, campaignId: string, causeIds: string[]): Promise<void> {
  const rows = [...new Set(causeIds)].map((causeId) => ({ campaign_id: campaignId, cause_id: causeId }))
  if (rows.length)
    await saveStep('CAUSE_LINK_FAILED', () =>
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
  await saveStep('CAMPAIGN_FAILED', () => tx.insertInto('campaign').values(values).execute()).catch((error: unknown) => {
    if (Object(error).constraint !== 'campaign_creator_id_fkey') throw error
    throw new ORPCError('PROFILE_INCOMPLETE', { defined: true, ...profileGone.PROFILE_INCOMPLETE })
  })
  await writeLists(tx, { campaignId: id, input })
  const sources = normalizedSources(input.sources)
  if (sources.length) await writeSources(tx, { campaignId: id, sources })
  return id
}

/** The columns of a campaign's own row, from the wizard's input. */
export async function columnsOf(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }) {
  return {
    title: oneLine(input.title),
    summary: normalized(input.summary),
    body: normalized(input.body),
    body_html: renderMarkdown(normalized(input.body)),
    why_it_matters: normalized(input.whyItMatters),
    cover_media_id: await ownCover(tx, { mediaId: input.coverMediaId ?? null, viewer }),
    supporters_goal: input.supportersGoal ?? null,
    ...impactColumns(input.impact),
  }
}

/** Writes the ordered lists of a campaign that has no alternatives yet. Blank rows are dropped. */
export async function writeLists(tx: Tx, { campaignId, input }: { campaignId: string; input: CampaignInput }): Promise<void> {
  await saveStep('ACTION_FAILED', () => writeActions(tx, { campaignId, actions: input.actions.map(normalized).filter(Boolean) }))
  const alternatives = input.alternatives.filter(({ name }) => normalized(name))
  if (alternatives.length) {
    const rows = alternatives.map(({ name, url, note }, sort_order) => ({
      campaign_id: campaignId,
      sort_order,
      name: normalized(name),
      url: normalized(url ?? '') || null,
      note: normalized(note ?? '') || null,
    }))
    await saveStep('ALTERNATIVE_FAILED', () => tx.insertInto('campaign_alternative').values(rows).execute())
  }
}

/**
 * Gives a campaign that is being published its slug. Call it last: concurrent equal titles wait for its lock until the commit. Before, the id
 * is used as slug, which other transactions do not see.
 */
export async function giveSlug(tx: Tx, { id, title }: { id: string; title: string }): Promise<string> {
  const slug = await freeSlug(tx, { table: 'campaign', text: oneLine(title), fallback: `campaign-${id.slice(-8)}` })
  await tx.updateTable('campaign').set({ slug }).where('id', '=', id).execute()
  return slug
}

function impactColumns(impact: CampaignInput['impact']) {
  const none = { product_service: null, currency: null, spend_cents: null, duration_basis: null, non_monetary_unit: null }
  if (impact.mode === 'non_monetary') return { ...none, impact_mode: impact.mode, non_monetary_unit: normalized(impact.unit ?? '') }
  return {
    ...none,
    impact_mode: impact.mode,
    product_service: normalized(impact.productService ?? ''),
    currency: 'USD',
    spend_cents: impact.spendCents ?? null,
    duration_basis: impact.durationBasis ?? null,
  }
}

async function ownCover(tx: Tx, { mediaId, viewer }: { mediaId: string | null; viewer: Viewer }): Promise<string | null> {
  if (mediaId === null) return null
  // Locked, so that the media sweep cannot delete it before this commits, and no decision moves it meanwhile.
  const media = await tx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('owner_id', '=', viewer.id)
    .where('purpose', '=', 'campaign_cover')
    .forKeyShare()
    .executeTakeFirst()
  if (!media || (await isAnyModerated(tx, [mediaId]))) refuseFields({ cover: 'COVER_UNKNOWN' })
  return mediaId
}

export const newCauseNames = (input: CampaignInput) => input.causes.flatMap((cause) => ('name' in cause ? [oneLine(cause.name)] : []))
