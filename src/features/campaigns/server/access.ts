import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayRead, mayWrite } from '../policy.ts'
import { statusOf } from './queries.ts'

/**
 * Reads a campaign and locks it, then its counter, until the transaction ends, so that no pledge, comment or other change happens meanwhile.
 * Null if this viewer may not know that it exists, and if a moderator hid or removed it, except for another decision.
 */
export async function lockCampaign(tx: Tx, { id, viewer, forDecision = false }: { id: string; viewer: Viewer; forDecision?: boolean }) {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row || !(mayWrite(row) || forDecision)) return null
  const access = accessFor(row, viewer)
  if (!access) return null
  await tx.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).forUpdate().executeTakeFirst()
  return { row, ...access, others: await hasOthers(tx, row) }
}

/** True if another person than the creator has joined, counted or not. While the campaign counts quietly it is always true, because no edit may find out. */
export async function hasOthers(db: Db, { id, creator_id }: { id: string; creator_id: string | null }): Promise<boolean> {
  const other = await db
    .selectFrom('pledge')
    .select('person_id')
    .where('campaign_id', '=', id)
    .where('person_id', 'is distinct from', creator_id)
    .limit(1)
    .executeTakeFirst()
  if (other) return true
  const quiet = await db.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).where('quiet_at', 'is not', null).executeTakeFirst()
  return quiet !== undefined
}

type Query = { id: string; viewer: Viewer | null }

/** A campaign's status, and if it is this viewer's. Null if the viewer may not know that it exists. */
export async function campaignAccess(db: Db, { id, viewer }: Query) {
  const row = await db.selectFrom('campaign').select(['status', 'creator_id', 'moderation']).where('id', '=', id).executeTakeFirst()
  return row ? accessFor(row, viewer) : null
}

/**
 * The same for writing, with a share lock, so that it cannot change until the transaction ends. Also null, for its creator and moderators
 * too, if a moderator hid or removed it, except for another decision.
 */
export async function lockedAccess(tx: Tx, { id, viewer, forDecision = false }: Query & { forDecision?: boolean }) {
  const row = await tx.selectFrom('campaign').select(['status', 'creator_id', 'moderation']).where('id', '=', id).forShare().executeTakeFirst()
  return row && (mayWrite(row) || forDecision) ? accessFor(row, viewer) : null
}

/** The fields of a stored campaign that the rules in `policy.ts` need. Null if this viewer may not know that it exists. */
export function accessFor(row: { status: string; creator_id: string | null; moderation: string | null }, viewer: Viewer | null) {
  const access = { status: statusOf(row.status), viewer: { isCreator: viewer !== null && row.creator_id === viewer.id } }
  return mayRead({ ...access, isModerated: row.moderation !== null }, viewer) ? access : null
}
