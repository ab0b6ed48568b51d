import { sql } from 'kysely'
import { rankMany } from '#features/campaigns/server/public.ts'
import { retally } from '#features/pledges/tallies/server/public.ts'
import { entryIdNamed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { lockCampaigns, UsedMeanwhile } from '../../server/lock-campaigns.ts'
import type { WantedTarget } from './wanted.ts'
import { change, changesOf } from './write-lines.ts'

/**
 * Moves a target to another industry, applies the line's other changes, and updates counts and lists. Lock order: all
 * its campaigns (drafts too), their counters, the target. Waits for a campaign that is being published; later ones
 * get the new industry.
 */
export const moveTarget = (db: Db, wanted: WantedTarget): Promise<'changed' | 'unchanged'> =>
  db.transaction().execute(async (tx) => {
    const id = (await entryIdNamed(tx, 'target', wanted.name)) ?? ''
    const campaigns = await lockCampaigns(tx, sql`select id from campaign where target_id = ${id}`)
    const stored = await tx
      .selectFrom('target')
      .select(['website_url', 'industry_id', 'description', 'logo_url', 'is_verified'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { now } = await tx.selectFrom('campaign').select(sql<number>`count(*)`.as('now')).where('target_id', '=', id).executeTakeFirstOrThrow()
    if (now !== campaigns.length) throw new UsedMeanwhile()
    const changes = changesOf(wanted, stored)
    let isChanged = false
    await retally(tx, campaigns, async () => {
      isChanged = await change(tx, id, changes)
    })
    if (changes.industry_id !== undefined) await rankMany(tx, campaigns)
    return isChanged ? 'changed' : 'unchanged'
  })
