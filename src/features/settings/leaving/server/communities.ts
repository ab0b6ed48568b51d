import { sql } from 'kysely'
import { deleteCommunity } from '#features/communities/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { queueKey } from '#platform/server/lock-row.ts'

/** Ids of the communities that the person was in or had asked to join: those that still exist and those that were deleted. */
export type LeftCommunities = { left: string[]; deleted: string[] }

const queuesAtOnce = 100

/**
 * Locks every community that the person owns or is in; the caller locks the person afterwards. People who join wait for
 * the outcome, and of two members who leave together, the second one sees what the first one left.
 */
export async function lockCommunities(tx: Tx, personId: string): Promise<void> {
  const own = sql`owner_user_id = ${personId} or id in (select community_id from community_member where person_id = ${personId})`
  // Takes the same advisory locks as `lockRow`, but for at most 100 communities, since the database's lock table is limited.
  await sql`select pg_advisory_xact_lock(${queueKey('community', sql`id`)}) from (
    select id from community where ${own} order by id limit ${queuesAtOnce}) c`.execute(tx)
  await sql`select from community where ${own} order by id for update`.execute(tx)
}

/**
 * Ends all memberships and deletes the person's invite links. Bans and mutes in force stay, because they hold for the mailbox. An owned community passes to its oldest mod, else to its
 * oldest member, else it is deleted.
 */
export async function leaveCommunities(tx: Tx, personId: string): Promise<LeftCommunities> {
  const deleted: string[] = []
  const owned = await tx.selectFrom('community').select('id').where('owner_user_id', '=', personId).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ id: string }>`delete from community_member where (community_id, person_id) in (
    select community_id, person_id from community_member where person_id = ${personId} and status <> 'banned' order by community_id for update)
    returning community_id as id`.execute(tx)
  await tx.deleteFrom('community_invite').where('created_by', '=', personId).execute()
  await sql`delete from community_mute where person_id = ${personId} and until <= now()`.execute(tx)
  for (const { id } of owned) {
    const heir = await tx
      .selectFrom('community_member as m')
      .select('m.person_id')
      .where('m.community_id', '=', id)
      .where('m.status', '=', 'active')
      .orderBy(sql`m.role <> 'mod'`)
      .orderBy('m.created_at')
      .orderBy('m.person_id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!heir) {
      await deleteCommunity(tx, id)
      deleted.push(id)
      continue
    }
    await tx.updateTable('community_member').set({ role: 'owner' }).where('community_id', '=', id).where('person_id', '=', heir.person_id).execute()
    await tx.updateTable('community').set({ owner_user_id: heir.person_id }).where('id', '=', id).execute()
  }
  return { left: rows.map(({ id }) => id).filter((id) => !deleted.includes(id)), deleted }
}
