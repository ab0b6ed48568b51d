import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

/** Locks these campaigns, drafts too, and returns their ids. `users` is a query of ids. Lock order: campaigns, then their counters, as everywhere. */
export async function lockCampaigns(tx: Tx, users: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from campaign where id in (${users}) order by id for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`select from campaign_stats where campaign_id = any(${ids}::uuid[]) order by campaign_id for update`.execute(tx)
  return ids
}

/** A campaign began to use the entry after its campaigns were locked. Nothing was changed, and the caller retries on this code. */
export class UsedMeanwhile extends Error {
  readonly code = '40001'
}
