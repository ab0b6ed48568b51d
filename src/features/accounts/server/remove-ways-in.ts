import { sql } from 'kysely'
import { endWithin } from '#platform/server/end-sessions.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** Sessions, passwords, other sites' accounts, and links in mails that still wait to be followed. Returns the sessions. */
export async function removeWaysIn(tx: Tx, { personId, email }: { personId: string; email: string | null }): Promise<string[]> {
  await tx.deleteFrom('auth_account').where('person_id', '=', personId).execute()
  await sql`
    delete from auth_verification where position(${personId} in value) > 0 or position(${personId} in identifier) > 0
      or position(${email}::text in value) > 0 or position(${email}::text in identifier) > 0`.execute(tx)
  return endWithin(tx, { personId })
}
