import type { Db } from '#platform/server/store/open-store.ts'
import type { PlatformStats } from '../contract.ts'

export const platformId = '00000000-0000-0000-0000-000000000000'

export async function platformStats(db: Db): Promise<PlatformStats> {
  const row = await db.selectFrom('tally').select(['campaigns', 'supporters', 'yearly_cents']).where('subject_id', '=', platformId).executeTakeFirstOrThrow()
  return { activeCampaigns: row.campaigns, supporters: row.supporters, yearlyCents: row.yearly_cents, currency: 'USD' }
}
