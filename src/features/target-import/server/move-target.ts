import { sql } from 'kysely'
import { rankAnew } from '#features/campaigns/server/public.ts'
import { retally } from '#features/live-stats/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Wanted } from './wanted.ts'
import { change, changesOf } from './write-lines.ts'

/** A campaign came to the target while it was being held; nothing was changed, and it may be done again. */
class CampaignCame extends Error {
  readonly code = '40001'
}

/**
 * Puts a target under another industry, with everything else that the line says of it, and has the counts and the lists
 * follow with its campaigns. All of them, drafts too, are held meanwhile with their counters, then the target: whoever
 * publishes one for it before is waited for, whoever does so later finds the new industry.
 */
export const moveTarget = (db: Db, wanted: Wanted): Promise<'changed' | 'unchanged'> =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('target').select('id').where(sql<boolean>`norm(name) = norm(${wanted.name})`).executeTakeFirstOrThrow()
    const campaigns = await holdCampaignsOf(tx, id)
    const stored = await tx
      .selectFrom('target')
      .select(['website_url', 'industry_id', 'description', 'logo_url'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { now } = await tx.selectFrom('campaign').select(sql<number>`count(*)`.as('now')).where('target_id', '=', id).executeTakeFirstOrThrow()
    if (now !== campaigns.length) throw new CampaignCame()
    const changes = changesOf(wanted, stored)
    let isChanged = false
    await retally(tx, campaigns, async () => {
      isChanged = await change(tx, id, changes)
    })
    if (changes.industry_id !== undefined) await rankAnew(tx, campaigns)
    return isChanged ? 'changed' : 'unchanged'
  })

/** In the order in which everybody else takes them: campaigns, then their counters. */
async function holdCampaignsOf(tx: Tx, targetId: string): Promise<string[]> {
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
