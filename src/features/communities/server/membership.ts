import { sql } from 'kysely'
import { noteEvent, removeInside, requestSettled } from '#features/notifications/server/public.ts'
import { holdRow } from '#platform/server/hold-row.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayJoin, mayLeave } from '../policy.ts'
import type { MemberStatus } from '../terms.ts'
import { inviteHash } from './invite-hash.ts'
import { communityStanding } from './standing.ts'

type Asked = { id: string; viewer: Viewer }
export type JoinOutcome = 'unknown' | 'banned' | 'invite invalid' | 'as before' | 'joined' | 'asked'
export type LeaveOutcome = 'unknown' | 'owner' | 'as before' | 'left' | 'taken back'

/** Makes somebody a member, or where new ones are approved lets them wait; who holds a valid invite does not. Again, it changes nothing. */
export const joinCommunity = (db: Db, { id, viewer, invite }: Asked & { invite?: string | undefined }) =>
  inTransaction(db, async (tx): Promise<JoinOutcome> => {
    const community = await held(tx, { id, viewer })
    if (!community) return 'unknown'
    const { status } = community.viewer
    if (!mayJoin(community)) return 'banned'
    if (status === 'active') return 'as before'
    const waits = community.privacy === 'private' && community.approvesMembers
    // Where nobody waits an invite that is over is no hindrance.
    const isInvited = invite !== undefined && (await usedInvite(tx, { id, invite }))
    if (waits && invite !== undefined && !isInvited) return 'invite invalid'
    const next: MemberStatus = waits && !isInvited ? 'pending' : 'active'
    if (next === status) return 'as before'
    const written = await tx
      .insertInto('community_member')
      .values({ community_id: id, person_id: viewer.id, status: next })
      // The moment of joining is when they came in, not when they asked.
      .onConflict((conflict) =>
        conflict.columns(['community_id', 'person_id']).doUpdateSet({ status: next, created_at: sql`now()` }).where('community_member.status', '=', 'pending'),
      )
      .returning('status')
      .executeTakeFirst()
    // Somebody has banned them, or another request of theirs was first.
    if (!written) return (await communityStanding(tx, { id, viewer }))?.viewer.status === 'banned' ? 'banned' : 'as before'
    const asking = { communityId: id, actorId: viewer.id }
    // Whoever asks again is told of once.
    await requestSettled(tx, asking)
    if (next === 'active') return 'joined'
    await noteEvent(tx, { type: 'community_join_request', ...asking })
    return 'asked'
  })

/** Ends a membership or a request, or with `onlyRequest` a request alone, and takes back the invites that go with it. A ban stays. */
export const leaveCommunity = (db: Db, { id, viewer, onlyRequest }: Asked & { onlyRequest: boolean }) =>
  inTransaction(db, async (tx): Promise<LeaveOutcome> => {
    const community = await held(tx, { id, viewer })
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

/** The community stays as it is, and nobody else changes this membership, until the transaction ends. */
async function held(tx: Tx, { id, viewer }: Asked) {
  await holdRow(tx, { table: 'community', id, mode: 'share' })
  await sql`select from community_member where community_id = ${id} and person_id = ${viewer.id} for update`.execute(tx)
  return communityStanding(tx, { id, viewer })
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
