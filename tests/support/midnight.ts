import { sql } from 'kysely'
import { takeSnapshots } from '#features/pledges/count/server/snapshot.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { movePublishing } from './campaigns.ts'

/** Makes a campaign, its counted pledges and its corrections this much older. */
export async function makeOlder(db: Db, campaignId: string, days: number): Promise<void> {
  const older = sql`make_interval(days => ${days})`
  await movePublishing(db, [campaignId], sql`published_at - ${older}`)
  await sql`
    update pledge set created_at = created_at - ${older}, counted_at = counted_at - ${older} where campaign_id = ${campaignId}`.execute(db)
  await sql`update count_correction set corrected_at = corrected_at - ${older} where campaign_id = ${campaignId}`.execute(db)
  await sql`update campaign_count set as_of = as_of - ${days}::int where campaign_id = ${campaignId}`.execute(db)
  // In one step, two days would exchange their keys.
  for (const moved of [-100_000 - days, 100_000]) await sql`update campaign_day set day = day + ${moved}::int where campaign_id = ${campaignId}`.execute(db)
}

/** Lets a midnight (UTC) pass for a campaign, and writes its public figures. The product's job writes them within a minute. */
export async function letMidnightPass(db: Db, campaignId: string): Promise<void> {
  await makeOlder(db, campaignId, 1)
  await takeSnapshots(db)
}
