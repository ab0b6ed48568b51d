import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayRead } from '../policy.ts'
import { statusOf } from './queries.ts'

/**
 * A campaign that is about to be changed, with its counter, both held until the transaction ends: no pledge, comment or
 * other change happens meanwhile. Null where this viewer may not know that it exists.
 */
export async function holdCampaign(tx: Tx, { id, viewer }: { id: string; viewer: Viewer }) {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) return null
  const status = statusOf(row.status)
  const standing = { status, viewer: { isCreator: row.creator_id === viewer.id } }
  if (!mayRead(standing)) return null
  const stats = await tx.selectFrom('campaign_stats').select('supporters').where('campaign_id', '=', id).forUpdate().executeTakeFirst()
  return { row, ...standing, supporters: stats?.supporters ?? 0 }
}
