import { sql } from 'kysely'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { CampaignEdit } from '../contract.ts'

/** A campaign's edits, newest first. `at` is the exact time, for the cursor. */
export async function editsOf(db: Db, page: { campaignId: string; from: Position | null; limit: number }) {
  const rows = await db
    .selectFrom('campaign_edit')
    .select(['id', 'changes', 'created_at', sql<string>`created_at::text`.as('at')])
    .where('campaign_id', '=', page.campaignId)
    .$if(page.from !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${page.from?.after}::timestamptz, ${page.from?.id}::uuid)`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map((row) => {
    const changes = Object.entries(Object(row.changes)).map(([field, change]) => ({ field, ...Object(change) }))
    return { ...CampaignEdit.parse({ id: row.id, editedAt: row.created_at, changes }), at: row.at }
  })
}
