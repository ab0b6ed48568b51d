import type { Tx } from './idempotency.ts'
import { notSignedIn } from './rpc.ts'

/**
 * Locks a person's row until the transaction ends; undefined for a suspended or deleted person. Take it before the rows that belong to the
 * person, such as mailed links: deleting an account locks in the same order.
 */
export const lockPerson = (tx: Tx, personId: string) =>
  tx
    .selectFrom('person')
    .select(['email', 'email_verified'])
    .where('id', '=', personId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Refuses what a person writes who has been suspended or deleted since the request began. Both lock the row for update, so they wait for this
 * transaction. Take it last.
 */
export async function refuseIfGone(tx: Tx, personId: string): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person) throw notSignedIn()
}
