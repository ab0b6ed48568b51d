import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

/**
 * Holds every community that the person owns or is in, before the person is held. Who joins one of them waits until it has
 * passed on or is gone, and of two who leave one of them together the second sees what the first has left to them.
 */
export async function holdCommunities(tx: Tx, personId: string): Promise<void> {
  await sql`select from community
    where owner_user_id = ${personId} or id in (select community_id from community_member where person_id = ${personId})
    order by id for update`.execute(tx)
}

/** Ends all memberships. An owned community passes to its oldest mod, then its oldest member; where nobody else is in it, it goes. */
export async function leaveCommunities(tx: Tx, personId: string): Promise<void> {
  const owned = await tx.selectFrom('community').select('id').where('owner_user_id', '=', personId).orderBy('id').forUpdate().execute()
  await sql`delete from community_member where (community_id, person_id) in (
    select community_id, person_id from community_member where person_id = ${personId} order by community_id for update)`.execute(tx)
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
      await tx.deleteFrom('community').where('id', '=', id).execute()
      continue
    }
    await tx.updateTable('community_member').set({ role: 'owner' }).where('community_id', '=', id).where('person_id', '=', heir.person_id).execute()
    await tx.updateTable('community').set({ owner_user_id: heir.person_id }).where('id', '=', id).execute()
  }
}
