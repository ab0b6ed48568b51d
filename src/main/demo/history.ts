import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { slugOf } from '#platform/slug.ts'
import { loadParts } from './campaign-parts.ts'
import { daysBefore } from './chance.ts'
import { type HistoricalCampaign, readHistory } from './demo-files.ts'
import { addTargets, idOf, idsBySlug } from './reference.ts'

// In lists by date history stands behind everything else, the latest boycott first.
const firstDaysAgo = 120
const daysApart = 5

/** Boycotts of the past: told with sources, without a creator, and with nobody counted as their supporter. */
export async function loadHistory(tx: Tx, { now }: { now: Date }): Promise<string[]> {
  const told = readHistory().sort((one, other) => (one.startedOn < other.startedOn ? 1 : -1))
  await addTargets(
    tx,
    told.map(({ target }) => target),
  )
  const targets = await idsBySlug(tx, 'target')
  const campaigns = told.map((story, n) => ({ story, row: rowOf(story, { at: daysBefore(now, firstDaysAgo + n * daysApart), targets }) }))
  await tx
    .insertInto('campaign')
    .values(campaigns.map(({ row }) => row))
    .execute()
  await loadParts(
    tx,
    campaigns.map(({ story, row }) => ({ id: row.id, story })),
  )
  await tx
    .insertInto('campaign_source')
    .values(campaigns.flatMap(({ story, row }) => story.sources.map((source, sort_order) => ({ campaign_id: row.id, sort_order, ...source }))))
    .execute()
  return campaigns.map(({ row }) => row.id)
}

function rowOf(story: HistoricalCampaign, { at, targets }: { at: Date; targets: ReadonlyMap<string, string> }) {
  return {
    id: uuidv7({ msecs: at.getTime() }),
    slug: story.slug,
    status: story.status,
    title: story.title,
    summary: story.goal,
    why_it_matters: story.whyItMatters,
    impact_mode: 'non_monetary',
    non_monetary_unit: 'people',
    target_id: idOf(targets, slugOf(story.target.name)),
    is_historical: true,
    started_on: story.startedOn,
    ended_on: story.endedOn,
    outcome: story.outcome,
    created_at: at,
    updated_at: at,
    published_at: at,
  }
}
