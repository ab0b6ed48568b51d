import { sql } from 'kysely'
import { deleteCommunity } from '#features/communities/server/public.ts'
import { queueKey } from '#platform/server/hold-row.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** The communities that somebody was in or asked to join, by id: those that go on, and those that went too. */
export type LeftCommunities = { left: string[]; deleted: string[] }

const queuesAtOnce = 100

/**
 * Holds every community that the person owns or is in, before the person is held. Who joins one of them waits until it has
 * passed on or is gone, and of two who leave one of them together the second sees what the first has left to them.
 */
export async function holdCommunities(tx: Tx, personId: string): Promise<void> {
  const own = sql`owner_user_id = ${personId} or id in (select community_id from community_member where person_id = ${personId})`
  // In the queue of `holdRow`, but not of more than the store has room for.
  await sql`select pg_advisory_xact_lock(${queueKey('community', sql`id`)}) from (
    select id from community where ${own} order by id limit ${queuesAtOnce}) c`.execute(tx)
  await sql`select from community where ${own} order by id for update`.execute(tx)
}

/** Ends all memberships, and the invite links one made. An owned community passes to its oldest mod, then its oldest member; where nobody else is in it, it goes. */
export async function leaveCommunities(tx: Tx, personId: string): Promise<LeftCommunities> {
  const deleted: string[] = []
  const owned = await tx.selectFrom('community').select('id').where('owner_user_id', '=', personId).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ id: string }>`delete from community_member where (community_id, person_id) in (
    select community_id, person_id from community_member where person_id = ${personId} order by community_id for update)
    returning community_id as id`.execute(tx)
  await tx.deleteFrom('community_invite').where('created_by', '=', personId).execute()
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
