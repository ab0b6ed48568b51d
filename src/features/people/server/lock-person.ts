import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'

type LockedPerson = { id: string; role: Viewer['role']; isSuspended: boolean; otherAdmins: number }

/**
 * Locks a person together with all administrators, so that of two who withdraw or suspend each other at the same time, one stays. Null for an
 * unknown or deleted account.
 */
export async function lockWithAdmins(tx: Tx, id: string): Promise<LockedPerson | null> {
  const { rows } = await sql<Omit<LockedPerson, 'otherAdmins'>>`
    select id, role, suspended_at is not null as "isSuspended" from person
    where (id = ${id} or role = 'admin') and deleted_at is null order by id for update`.execute(tx)
  const person = rows.find((row) => row.id === id)
  return person ? { ...person, otherAdmins: rows.filter((row) => row.id !== id && row.role === 'admin' && !row.isSuspended).length } : null
}
