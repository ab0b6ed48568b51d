import { type RawBuilder, sql } from 'kysely'
import { isSuspendedByAdmin } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'

export type PersonWithAdmins = { id: string; role: Viewer['role']; isSuspended: boolean; isSuspendedByAdmin: boolean; otherAdmins: number }

/** A person and the number of other administrators. Null for an unknown or deleted account. */
export const findWithAdmins = (tx: Tx, id: string) => withAdmins(tx, id, sql``)

/**
 * Locks a person together with all administrators: if two administrators suspend each other or withdraw each other's role at the same time, one
 * remains. Null for an unknown or deleted account. Decisions of the other administrators do not wait for this, but the person's own acts do.
 */
export async function lockWithAdmins(tx: Tx, id: string): Promise<PersonWithAdmins | null> {
  const found = await withAdmins(tx, id, sql`for no key update`)
  if (found) await sql`select from person where id = ${id} for update`.execute(tx)
  return found
}

async function withAdmins(tx: Tx, id: string, lock: RawBuilder<unknown>): Promise<PersonWithAdmins | null> {
  const { rows } = await sql<Omit<PersonWithAdmins, 'otherAdmins'>>`
    select id, role, suspended_at is not null as "isSuspended", suspended_at is not null and ${isSuspendedByAdmin(sql.ref('person.id'))} as "isSuspendedByAdmin" from person
    where (id = ${id} or role = 'admin') and deleted_at is null order by id ${lock}`.execute(tx)
  const person = rows.find((row) => row.id === id)
  return person ? { ...person, otherAdmins: rows.filter((row) => row.id !== id && row.role === 'admin' && !row.isSuspended).length } : null
}

/**
 * Locks and counts the administrators besides this one. Call it at the end of a deletion: if two delete their accounts at the same time, one
 * transaction ends in a deadlock and counts again when it is retried.
 */
export async function lockOtherAdmins(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql`
    select id from person where role = 'admin' and id <> ${id} and deleted_at is null and suspended_at is null order by id for update`.execute(tx)
  return rows.length
}
