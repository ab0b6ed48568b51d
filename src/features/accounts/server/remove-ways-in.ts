import { sql } from 'kysely'
import { endWithin } from '#platform/server/end-sessions.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** Deletes a person's sessions, passwords, linked sites and pending mailed links. Returns the ids of the sessions. */
export async function removeWaysIn(tx: Tx, { personId, email }: { personId: string; email: string | null }): Promise<string[]> {
  await tx.deleteFrom('auth_account').where('person_id', '=', personId).execute()
  await sql`
    delete from auth_verification where position(${personId} in value) > 0 or position(${personId} in identifier) > 0
      or position(${email}::text in value) > 0 or position(${email}::text in identifier) > 0`.execute(tx)
  return endWithin(tx, { personId })
}
