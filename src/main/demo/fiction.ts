import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { slugOf } from '#platform/slug.ts'
import { insertCampaignParts } from './campaign-parts.ts'
import { daysBefore } from './chance.ts'
import type { DemoCampaign, readFiction } from './demo-files.ts'
import { inChunks } from './in-chunks.ts'
import type { DemoPeople } from './people.ts'
import { addTargets, idOf, idsBySlug } from './reference.ts'

export type LoadedCampaign = { id: string; story: DemoCampaign }

/** Loads the fictional companies and the campaigns against them, with their updates. */
export async function loadFiction(tx: Tx, given: { fiction: ReturnType<typeof readFiction>; people: DemoPeople; now: Date }): Promise<LoadedCampaign[]> {
  const { fiction, people, now } = given
  await addTargets(
    tx,
    fiction.targets.map((target) => ({ ...target, isFictional: true })),
  )
  const targets = await idsBySlug(tx, 'target')
  const campaigns = fiction.campaigns.map((story) => ({ story, row: rowOf(story, { targets, people, now }) }))
  await tx
    .insertInto('campaign')
    .values(campaigns.map(({ row }) => row))
    .execute()
  const loaded = campaigns.map(({ story, row }) => ({ id: row.id, story }))
  await insertCampaignParts(tx, loaded)
  const updates = loaded.flatMap(({ id, story }) =>
    story.updates.map(({ daysAgo, title, body }) => {
      const at = daysBefore(now, daysAgo)
      return {
        id: uuidv7({ msecs: at.getTime() }),
        campaign_id: id,
        creator_id: idOf(people.named, story.creator),
        title,
        body,
        body_html: renderMarkdown(body),
        created_at: at,
      }
    }),
  )
  await inChunks(updates, (rows) => tx.insertInto('campaign_update').values(rows).execute())
  return loaded
}

function rowOf(story: DemoCampaign, { targets, people, now }: { targets: ReadonlyMap<string, string>; people: DemoPeople; now: Date }) {
  const at = daysBefore(now, story.publishedDaysAgo)
  const endedAt = story.endedDaysAgo === undefined ? null : daysBefore(now, story.endedDaysAgo)
  const victory = story.status === 'victory' ? story.updates.find(({ title }) => title.startsWith('Victory')) : undefined
  const impact =
    story.impactMode === 'monetary'
      ? { product_service: story.productService ?? '', currency: 'USD', spend_cents: story.spendCents, duration_basis: story.durationBasis }
      : { non_monetary_unit: story.nonMonetaryUnit ?? '' }
  return {
    id: uuidv7({ msecs: at.getTime() }),
    slug: story.slug,
    status: story.status,
    title: story.title,
    summary: story.goal,
    body: story.body,
    body_html: renderMarkdown(story.body),
    why_it_matters: story.whyItMatters,
    supporters_goal: story.supportersGoal,
    impact_mode: story.impactMode,
    ...impact,
    creator_id: idOf(people.named, story.creator),
    target_id: idOf(targets, slugOf(story.target)),
    created_at: at,
    updated_at: endedAt ?? at,
    published_at: at,
    ended_on: endedAt?.toISOString().slice(0, 10) ?? null,
    outcome: victory?.body ?? null,
    outcome_html: renderMarkdown(victory?.body ?? ''),
  }
}
