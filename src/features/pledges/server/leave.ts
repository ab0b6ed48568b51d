import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { AddressKeys } from './address-key.ts'

type Leaving = { personId: string; addressKeys: AddressKeys }

/**
 * Keeps the key of the address that a person gives up with every pledge that counted under it, so that the address does
 * not count there again. The person is held until the transaction's end. Of accounts with one canonical address the first
 * that gives it up keeps the key; a pledge keeps the first key it was given.
 */
export async function keepAddress(tx: Tx, { personId, addressKeys }: Leaving): Promise<void> {
  const [addressKey] = addressKeys
  if (addressKey === undefined) return
  // Two accounts of one address that leave at once do so one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address:${addressKey}`}, 0))`.execute(tx)
  await sql`
    update pledge p set address_key = ${addressKey}
    where person_id = ${personId} and state in ('counted', 'held', 'invalid') and address_key is null
      and not exists (select from pledge k where k.campaign_id = p.campaign_id and k.address_key = any(${addressKeys}::text[]))`.execute(tx)
}

/**
 * What becomes of the pledges of a person who leaves, who is held until the transaction's end: what counts stays in the
 * count, under nobody's name and with the key of the address; what waited for a confirmation can never count and goes,
 * but for a creator's own.
 */
export async function leavePledges(tx: Tx, leaving: Leaving): Promise<void> {
  const { personId } = leaving
  await keepAddress(tx, leaving)
  await sql`
    delete from pledge p where person_id = ${personId} and state in ('unconfirmed', 'repeated')
      and not exists (select from campaign c where c.id = p.campaign_id and c.creator_id = ${personId})`.execute(tx)
}
