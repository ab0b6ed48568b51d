import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
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
  const standing = standingFor(row, viewer)
  if (!standing) return null
  await tx.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).forUpdate().executeTakeFirst()
  return { row, ...standing, others: await hasOthers(tx, row) }
}

/** Whether somebody beside its creator has joined, counted already or not. */
export async function hasOthers(db: Db, { id, creator_id }: { id: string; creator_id: string | null }): Promise<boolean> {
  const other = await db
    .selectFrom('pledge')
    .select('person_id')
    .where('campaign_id', '=', id)
    .where('person_id', 'is distinct from', creator_id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

type Asked = { id: string; viewer: Viewer | null }

/** A campaign's status and whether it is this viewer's; null where this viewer may not know of it. */
export async function standingOf(db: Db, { id, viewer }: Asked) {
  const row = await db.selectFrom('campaign').select(['status', 'creator_id']).where('id', '=', id).executeTakeFirst()
  return row ? standingFor(row, viewer) : null
}

/** The same, and it stays so until the transaction ends. */
export async function heldStanding(tx: Tx, { id, viewer }: Asked) {
  const row = await tx.selectFrom('campaign').select(['status', 'creator_id']).where('id', '=', id).forShare().executeTakeFirst()
  return row ? standingFor(row, viewer) : null
}

/** What the rules of `policy.ts` ask of a stored campaign; null where this viewer may not know that it exists. */
export function standingFor(row: { status: string; creator_id: string | null }, viewer: Viewer | null) {
  const standing = { status: statusOf(row.status), viewer: { isCreator: viewer !== null && row.creator_id === viewer.id } }
  return mayRead(standing) ? standing : null
}
