import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayRead } from '../policy.ts'
import type { Status } from '../terms.ts'
import { statusOf } from './queries.ts'

export { isReadable } from './page.ts'

/** A campaign's status, which stays what it is until the transaction ends; null where this viewer may not know of it. */
export async function heldStatus(tx: Tx, { id, viewer }: { id: string; viewer: Viewer }): Promise<Status | null> {
  const row = await tx.selectFrom('campaign').select(['status', 'creator_id']).where('id', '=', id).forShare().executeTakeFirst()
  if (!row) return null
  const status = statusOf(row.status)
  return mayRead({ status, viewer: { isCreator: row.creator_id === viewer.id } }) ? status : null
}
