import type { Db } from '#platform/server/store/open-store.ts'
import type { Count } from '../contract.ts'

/** The counts of these campaigns by id, for live events. Campaigns that are not public and those that count quietly have none. */
export async function countsOf(db: Db, ids: string[]): Promise<Map<string, Count>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('campaign_stats')
    .select(['campaign_id', 'supporters', 'version'])
    .where('campaign_id', 'in', ids)
    .where('is_moderated', '=', false)
    .where('quiet_at', 'is', null)
    .execute()
  return new Map(rows.map(({ campaign_id, supporters, version }) => [campaign_id, { supporters, version }]))
}
