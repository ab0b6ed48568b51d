import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

/**
 * Removes a deleted person from their pledges; the caller has locked the person's row. Counted pledges remain anonymously with the key of their
 * mailbox. Unconfirmed and repeated pledges can never count and are deleted, except those to the person's own campaigns. Ticks are deleted too, and
 * receipts: the next daily list makes new secrets for the pledges that remain.
 */
export async function anonymisePledges(tx: Tx, personId: string): Promise<void> {
  await sql`
    delete from pledge p where person_id = ${personId} and coalesce(own_state, state) in ('unconfirmed', 'paused', 'repeated')
      and not exists (select from campaign c where c.id = p.campaign_id and c.creator_id = ${personId})`.execute(tx)
  await sql`
    delete from pledge_receipt r using pledge p
    where p.person_id = ${personId} and r.campaign_id = p.campaign_id and r.person_id = p.person_id`.execute(tx)
  await tx.deleteFrom('sign_up_signal').where('person_id', '=', personId).execute()
  await tx.deleteFrom('campaign_action_tick').where('person_id', '=', personId).execute()
}
