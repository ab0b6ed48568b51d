import { sql } from 'kysely'
import type { Role } from '#features/communities/terms.ts'
import type { Tx } from '#platform/server/idempotency.ts'

export type MembershipKey = { communityId: string; personId: string }

/** A person's membership, locked until the transaction ends; undefined if there is none. */
export const lockMembership = (tx: Tx, { communityId, personId }: MembershipKey) =>
  tx
    .selectFrom('community_member')
    .select(['role', 'status'])
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

export async function setRoleOf(tx: Tx, { communityId, personId, role }: MembershipKey & { role: Role }): Promise<void> {
  await tx.updateTable('community_member').set({ role }).where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Deletes the row of a membership, a request or a ban. */
export async function endMembership(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx.deleteFrom('community_member').where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Approves a request; the membership starts now. */
export async function approveMember(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx
    .updateTable('community_member')
    .set({ status: 'active', created_at: sql<Date>`now()` })
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .execute()
}

/** Bans a member, an applicant or a stranger; the ban starts now. */
export async function banPerson(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  const banned = { role: 'member', status: 'banned', created_at: sql<Date>`now()` } as const
  await tx
    .insertInto('community_member')
    .values({ community_id: communityId, person_id: personId, ...banned })
    .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet(banned))
    .execute()
}

/** Deletes the invite links of a person who may no longer create any. */
export async function withdrawInvitesOf(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx.deleteFrom('community_invite').where('community_id', '=', communityId).where('created_by', '=', personId).execute()
}
