import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { slugOf } from '#platform/slug.ts'
import { insertCampaignParts } from './campaign-parts.ts'
import { daysBefore } from './chance.ts'
import { type HistoricalCampaign, readHistory } from './demo-files.ts'
import { addTargets, idOf, idsBySlug } from './reference.ts'

// Historical campaigns are last in lists by date, the latest boycott first.
const firstDaysAgo = 120
const daysApart = 5

/** Loads boycotts of the past: with sources, without a creator and without counted supporters. */
export async function loadHistory(tx: Tx, { now }: { now: Date }): Promise<string[]> {
  const notified = readHistory().sort((one, other) => (one.startedOn < other.startedOn ? 1 : -1))
  await addTargets(
    tx,
    notified.map(({ target }) => target),
  )
  const targets = await idsBySlug(tx, 'target')
  const campaigns = notified.map((story, n) => ({ story, row: rowOf(story, { at: daysBefore(now, firstDaysAgo + n * daysApart), targets }) }))
  await tx
    .insertInto('campaign')
    .values(campaigns.map(({ row }) => row))
    .execute()
  await insertCampaignParts(
    tx,
    campaigns.map(({ story, row }) => ({ id: row.id, story })),
  )
  await tx
    .insertInto('campaign_source')
    .values(
      campaigns.flatMap(({ story, row }) =>
        story.sources.map(({ title, publisher, url }, sort_order) => ({ id: uuidv7(), campaign_id: row.id, sort_order, description: title, publisher, url })),
      ),
    )
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
