import { sql } from 'kysely'
import { recordEvent, removeInside, requestSettled } from '#features/notifications/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayJoin, mayLeave } from '../policy.ts'
import type { MemberStatus } from '../terms.ts'
import { communityAccess } from './access.ts'
import { inviteHash } from './invite-hash.ts'

type MembershipQuery = { id: string; viewer: Viewer }
export type JoinOutcome = 'unknown' | 'banned' | 'invite invalid' | 'as before' | 'joined' | 'asked'
export type LeaveOutcome = 'unknown' | 'owner' | 'as before' | 'left' | 'taken back'

/**
 * Makes the viewer a member. Where approval is required it records a request instead, unless the invite is valid. A repeated call
 * changes nothing.
 */
export const joinCommunity = (db: Db, { id, viewer, invite }: MembershipQuery & { invite?: string | undefined }) =>
  inTransaction(db, async (tx): Promise<JoinOutcome> => {
    const community = await locked(tx, { id, viewer })
    if (!community) return 'unknown'
    const { status } = community.viewer
    if (!mayJoin(community)) return 'banned'
    if (status === 'active') return 'as before'
    const waits = community.privacy === 'private' && community.approvesMembers
    // An expired invite does not prevent joining a community without approval.
    const isInvited = invite !== undefined && (await usedInvite(tx, { id, invite }))
    if (waits && invite !== undefined && !isInvited) return 'invite invalid'
    const next: MemberStatus = waits && !isInvited ? 'pending' : 'active'
    if (next === status) return 'as before'
    const written = await tx
      .insertInto('community_member')
      .values({ community_id: id, person_id: viewer.id, status: next })
      // `created_at` is the time of joining, not of the request.
      .onConflict((conflict) =>
        conflict.columns(['community_id', 'person_id']).doUpdateSet({ status: next, created_at: sql`now()` }).where('community_member.status', '=', 'pending'),
      )
      .returning('status')
      .executeTakeFirst()
    // The person was banned meanwhile, or a concurrent request of theirs was processed first.
    if (!written) return (await communityAccess(tx, { id, viewer }))?.viewer.status === 'banned' ? 'banned' : 'as before'
    const request = { communityId: id, actorId: viewer.id }
    // Deletes the event of an earlier request, so that the owner and the mods see at most one request per person.
    await requestSettled(tx, request)
    if (next === 'active') return 'joined'
    await recordEvent(tx, { type: 'community_join_request', ...request })
    return 'asked'
  })

/** Ends a membership or a request (with `onlyRequest` a request only) and deletes the invites of that person. Does not lift a ban. */
export const leaveCommunity = (db: Db, { id, viewer, onlyRequest }: MembershipQuery & { onlyRequest: boolean }) =>
  inTransaction(db, async (tx): Promise<LeaveOutcome> => {
    const community = await locked(tx, { id, viewer })
    if (!community) return 'unknown'
    const { status } = community.viewer
    if (onlyRequest && status === 'active') return 'as before'
    if (!mayLeave(community)) return 'owner'
    if (status !== 'active' && status !== 'pending') return 'as before'
    await tx.deleteFrom('community_member').where('community_id', '=', id).where('person_id', '=', viewer.id).execute()
    await tx.deleteFrom('community_invite').where('community_id', '=', id).where('created_by', '=', viewer.id).execute()
    if (status === 'pending') await requestSettled(tx, { communityId: id, actorId: viewer.id })
    if (status === 'active' && community.privacy !== 'public') await removeInside(tx, { communityId: id, personId: viewer.id })
    return status === 'active' ? 'left' : 'taken back'
  })

/** Locks the community row (shared) and the membership row (exclusive) until the transaction ends. */
async function locked(tx: Tx, { id, viewer }: MembershipQuery) {
  await lockRow(tx, { table: 'community', id, mode: 'share' })
  await sql`select from community_member where community_id = ${id} and person_id = ${viewer.id} for update`.execute(tx)
  return communityAccess(tx, { id, viewer })
}

async function usedInvite(tx: Tx, { id, invite }: { id: string; invite: string }): Promise<boolean> {
  const used = await tx
    .updateTable('community_invite')
    .set({ uses: sql`uses + 1` })
    .where('community_id', '=', id)
    .where('token_hash', '=', inviteHash(invite))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
