import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

/**
 * For a deleted person, whose row the caller has locked. Counted pledges remain anonymously with the key of their mailbox; ticks
 * are deleted, and so are unconfirmed and repeated pledges, which can never count, except to the person's own
 * campaigns.
 */
export async function leavePledges(tx: Tx, personId: string): Promise<void> {
  await sql`
    delete from pledge p where person_id = ${personId} and coalesce(own_state, state) in ('unconfirmed', 'repeated')
      and not exists (select from campaign c where c.id = p.campaign_id and c.creator_id = ${personId})`.execute(tx)
  await tx.deleteFrom('campaign_action_tick').where('person_id', '=', personId).execute()
}
