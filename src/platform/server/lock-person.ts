import type { Tx } from './idempotency.ts'

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
