import type { Kysely } from 'kysely'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Count } from '../contract.ts'

/** The counts of these campaigns, by id; those that are not public have none. */
export async function countsOf(db: Kysely<DB>, ids: string[]): Promise<Map<string, Count>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('campaign_stats').select(['campaign_id', 'supporters', 'version']).where('campaign_id', 'in', ids).execute()
  return new Map(rows.map(({ campaign_id, supporters, version }) => [campaign_id, { supporters, version }]))
}
