import { sql } from 'kysely'
import type { Role } from '#features/communities/terms.ts'
import type { Tx } from '#platform/server/idempotency.ts'

export type Place = { communityId: string; personId: string }

/** How somebody stands to a community, and stays so until the transaction ends; null for a stranger. */
export const heldMembership = (tx: Tx, { communityId, personId }: Place) =>
  tx
    .selectFrom('community_member')
    .select(['role', 'status'])
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

export async function setRoleOf(tx: Tx, { communityId, personId, role }: Place & { role: Role }): Promise<void> {
  await tx.updateTable('community_member').set({ role }).where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Ends a membership, a request or a ban. */
export async function endMembership(tx: Tx, { communityId, personId }: Place): Promise<void> {
  await tx.deleteFrom('community_member').where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Lets somebody in who waited: a member from this moment on. */
export async function letIn(tx: Tx, { communityId, personId }: Place): Promise<void> {
  await tx
    .updateTable('community_member')
    .set({ status: 'active', created_at: sql<Date>`now()` })
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .execute()
}

/** A member, somebody who waits or a stranger is banned from this moment on. */
export async function shutOut(tx: Tx, { communityId, personId }: Place): Promise<void> {
  const banned = { role: 'member', status: 'banned', created_at: sql<Date>`now()` } as const
  await tx
    .insertInto('community_member')
    .values({ community_id: communityId, person_id: personId, ...banned })
    .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet(banned))
    .execute()
}

/** Whoever may no longer make invite links has none that still let people in. */
export async function withdrawInvitesOf(tx: Tx, { communityId, personId }: Place): Promise<void> {
  await tx.deleteFrom('community_invite').where('community_id', '=', communityId).where('created_by', '=', personId).execute()
}
