import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'

/**
 * Replaces a campaign's actions. An action whose text stays keeps its id, and so the marks of supporters who have done it; a reworded action
 * gets a new id. The caller has locked the campaign's row.
 */
export async function writeActions(tx: Tx, { campaignId, actions }: { campaignId: string; actions: string[] }): Promise<void> {
  const before = await tx.selectFrom('campaign_action').select(['id', 'action_text']).where('campaign_id', '=', campaignId).orderBy('sort_order').execute()
  const rows = actions.map((action_text, sort_order) => {
    const at = before.findIndex((known) => known.action_text === action_text)
    const [kept] = at < 0 ? [] : before.splice(at, 1)
    return { id: kept?.id ?? uuidv7(), campaign_id: campaignId, action_text, sort_order }
  })
  const removed = before.map(({ id }) => id)
  if (removed.length) await tx.deleteFrom('campaign_action').where('id', 'in', removed).execute()
  if (!rows.length) return
  await tx
    .insertInto('campaign_action')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sort_order: (row) => row.ref('excluded.sort_order') }))
    .execute()
}
