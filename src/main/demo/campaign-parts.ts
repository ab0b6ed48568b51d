import type { Tx } from '#platform/server/idempotency.ts'
import type { Story } from './demo-files.ts'
import { inChunks } from './in-chunks.ts'
import { idOf, idsBySlug } from './reference.ts'

/** Inserts the actions, alternatives and causes of demo campaigns. */
export async function insertCampaignParts(tx: Tx, campaigns: { id: string; story: Story }[]): Promise<void> {
  const causes = await idsBySlug(tx, 'cause')
  const actions = campaigns.flatMap(({ id, story }) => story.actions.map((action_text, sort_order) => ({ campaign_id: id, sort_order, action_text })))
  const alternatives = campaigns.flatMap(({ id, story }) =>
    story.alternatives.map(({ name, url = null, note = null }, sort_order) => ({ campaign_id: id, sort_order, name, url, note })),
  )
  const links = campaigns.flatMap(({ id, story }) => story.causes.map((slug) => ({ campaign_id: id, cause_id: idOf(causes, slug) })))
  await inChunks(actions, (rows) => tx.insertInto('campaign_action').values(rows).execute())
  await inChunks(alternatives, (rows) => tx.insertInto('campaign_alternative').values(rows).execute())
  await inChunks(links, (rows) => tx.insertInto('campaign_cause').values(rows).execute())
}
