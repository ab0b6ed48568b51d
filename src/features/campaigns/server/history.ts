import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { CampaignEditInFull } from '../contract.ts'
import { editsADay } from '../terms.ts'

/** A campaign's edits, newest first, without their texts. `at` is the exact time for the cursor. */
export async function editsOf(db: Db, page: { campaignId: string; from: Position | null; limit: number }) {
  const rows = await db
    .selectFrom('campaign_edit')
    .select(['id', 'created_at', sql<string>`created_at::text`.as('at'), sql<string[]>`array(select jsonb_object_keys(changes))`.as('fields')])
    .where('campaign_id', '=', page.campaignId)
    .$if(page.from !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${page.from?.after}::timestamptz, ${page.from?.id}::uuid)`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(({ id, created_at, fields, at }) => ({ id, editedAt: created_at, fields, at }))
}

/** One edit of a campaign with the values before and after, or null. */
export async function editOf(db: Db, { campaignId, editId }: { campaignId: string; editId: string }): Promise<CampaignEditInFull | null> {
  const row = await db
    .selectFrom('campaign_edit')
    .select(['id', 'changes', 'created_at'])
    .where('id', '=', editId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  if (!row) return null
  const changes = Object.entries(Object(row.changes)).map(([field, change]) => ({ field, ...Object(change) }))
  return CampaignEditInFull.parse({ id: row.id, editedAt: row.created_at, changes })
}

/** True if this campaign may be edited again today. The number is limited, because each edit is stored for good with both texts. */
export async function mayEditAgain(tx: Tx, campaignId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('campaign_edit')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .limit(editsADay)
    .execute()
  return rows.length < editsADay
}
