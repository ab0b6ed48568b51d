import { sql } from 'kysely'
import { deleteJoinRequestEvent, recordEvent, removePrivateNotifications } from '#features/notifications/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { MailboxKeys } from '#platform/server/mailbox-keys.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayJoin, mayLeave, mayWrite } from '../policy.ts'
import type { MemberStatus } from '../terms.ts'
import { communityAccess } from './access.ts'
import { inviteHash } from './invite-hash.ts'
import { isMailboxBanned } from './mailbox-bans.ts'

type MembershipQuery = { id: string; viewer: Viewer }
export type JoinOutcome = 'unknown' | 'banned' | 'invite invalid' | 'unchanged' | 'joined' | 'requested'
export type LeaveOutcome = 'unknown' | 'owner' | 'unchanged' | 'left' | 'withdrawn'

/**
 * Makes the viewer a member. If the community requires approval and no invite is given, a join request is recorded instead; an invalid invite is
 * then refused. A repeated call changes nothing.
 */
export const joinCommunity = (db: Db, { id, viewer, invite, communityKeys }: MembershipQuery & { invite?: string | undefined; communityKeys: MailboxKeys }) =>
  inTransaction(db, async (tx): Promise<JoinOutcome> => {
    const community = await lockMembership(tx, { id, viewer })
    if (!community) return 'unknown'
    const { status } = community.viewer
    if (!mayJoin(community)) return 'banned'
    if (status === 'active') return 'unchanged'
    // Another account of the same mailbox is banned. This account gets no ban of its own, so that mods do not learn that the two share a mailbox.
    if (await isMailboxBanned(tx, { communityId: id, personId: viewer.id, communityKeys })) return 'banned'
    const waits = community.privacy === 'private' && community.approvesMembers
    // A community that requires no approval can be joined with an expired invite, too.
    const isInvited = invite !== undefined && (await redeemInvite(tx, { id, invite }))
    if (waits && invite !== undefined && !isInvited) return 'invite invalid'
    const next: MemberStatus = waits && !isInvited ? 'pending' : 'active'
    if (next === status) return 'unchanged'
    const written = await tx
      .insertInto('community_member')
      .values({ community_id: id, person_id: viewer.id, status: next })
      // When a request becomes a membership, `created_at` becomes the time of joining.
      .onConflict((conflict) =>
        conflict.columns(['community_id', 'person_id']).doUpdateSet({ status: next, created_at: sql`now()` }).where('community_member.status', '=', 'pending'),
      )
      .returning('status')
      .executeTakeFirst()
    // No row was written: the person was banned meanwhile, or a concurrent call by the same person was processed first.
    if (!written) return (await communityAccess(tx, { id, viewer }))?.viewer.status === 'banned' ? 'banned' : 'unchanged'
    const request = { communityId: id, actorId: viewer.id }
    // Deletes the event of an earlier request, so that the owner and the mods see at most one request per person.
    await deleteJoinRequestEvent(tx, request)
    if (next === 'active') return 'joined'
    await recordEvent(tx, { type: 'community_join_request', ...request })
    return 'requested'
  })

/**
 * Ends the viewer's membership or join request and deletes the invites that the viewer made. With `onlyRequest`, a membership is kept. A ban is never
 * lifted.
 */
export const leaveCommunity = (db: Db, { id, viewer, onlyRequest }: MembershipQuery & { onlyRequest: boolean }) =>
  inTransaction(db, async (tx): Promise<LeaveOutcome> => {
    const community = await lockMembership(tx, { id, viewer })
    if (!community) return 'unknown'
    const { status } = community.viewer
    if (onlyRequest && status === 'active') return 'unchanged'
    if (!mayLeave(community)) return 'owner'
    if (status !== 'active' && status !== 'pending') return 'unchanged'
    await tx.deleteFrom('community_member').where('community_id', '=', id).where('person_id', '=', viewer.id).execute()
    await tx.deleteFrom('community_invite').where('community_id', '=', id).where('created_by', '=', viewer.id).execute()
    if (status === 'pending') await deleteJoinRequestEvent(tx, { communityId: id, actorId: viewer.id })
    if (status === 'active' && community.privacy !== 'public') await removePrivateNotifications(tx, { communityId: id, personId: viewer.id })
    return status === 'active' ? 'left' : 'withdrawn'
  })

/** Locks the community row (shared) and the membership row (exclusive) until the transaction ends. Null if the community is hidden or unknown. */
async function lockMembership(tx: Tx, { id, viewer }: MembershipQuery) {
  await lockRow(tx, { table: 'community', id, mode: 'share' })
  await sql`select from community_member where community_id = ${id} and person_id = ${viewer.id} for update`.execute(tx)
  const community = await communityAccess(tx, { id, viewer })
  return community && mayWrite(community) ? community : null
}

async function redeemInvite(tx: Tx, { id, invite }: { id: string; invite: string }): Promise<boolean> {
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
