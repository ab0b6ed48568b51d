import { sql } from 'kysely'
import { rankMany } from '#features/campaigns/server/public.ts'
import { retally } from '#features/tallies/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { WantedTarget } from './wanted.ts'
import { change, changesOf } from './write-lines.ts'

/** A campaign was added to the target while its campaigns were being locked. Nothing was changed, and the code makes the caller retry. */
class CampaignAdded extends Error {
  readonly code = '40001'
}

/**
 * Moves a target to another industry, applies the line's other changes, and updates counts and lists. Lock order: all
 * its campaigns (drafts too), their counters, the target. A campaign that is being published is waited for; later ones
 * get the new industry.
 */
export const moveTarget = (db: Db, wanted: WantedTarget): Promise<'changed' | 'unchanged'> =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('target').select('id').where(sql<boolean>`norm(name) = norm(${wanted.name})`).executeTakeFirstOrThrow()
    const campaigns = await lockCampaignsOf(tx, id)
    const stored = await tx
      .selectFrom('target')
      .select(['website_url', 'industry_id', 'description', 'logo_url'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { now } = await tx.selectFrom('campaign').select(sql<number>`count(*)`.as('now')).where('target_id', '=', id).executeTakeFirstOrThrow()
    if (now !== campaigns.length) throw new CampaignAdded()
    const changes = changesOf(wanted, stored)
    let isChanged = false
    await retally(tx, campaigns, async () => {
      isChanged = await change(tx, id, changes)
    })
    if (changes.industry_id !== undefined) await rankMany(tx, campaigns)
    return isChanged ? 'changed' : 'unchanged'
  })

/** Lock order: campaigns, then their counters, as everywhere. */
async function lockCampaignsOf(tx: Tx, targetId: string): Promise<string[]> {
  const rows = await tx.selectFrom('campaign').select('id').where('target_id', '=', targetId).orderBy('id').forNoKeyUpdate().execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length)
    await tx
      .selectFrom('campaign_stats')
      .select('campaign_id')
      .where(sql<boolean>`campaign_id = any(${ids}::uuid[])`)
      .orderBy('campaign_id')
      .forUpdate()
      .execute()
  return ids
}
