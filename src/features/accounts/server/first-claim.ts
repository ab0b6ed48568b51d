import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type Kept = {
  /** The session in which the claim was made. */
  sessionToken?: string | null
  /** True if the claim set the password or included it. */
  password?: boolean
  /** The other site's account through which the claim was made. */
  identity?: { provider: string; subject: string }
}
type Claim = { personId: string; email: string; keep: Kept }

/**
 * Call it when a person proves for the first time that an account's address is theirs; following the confirming link without a session is no
 * such proof. Somebody else may have made the account, so all earlier sessions, passwords, linked sites and pending links are deleted, except
 * those of the claim itself.
 * Confirms the address and leaves counting to `onConfirmed`. Returns the ids of the ended sessions, or null if the address has changed or was
 * proved before.
 */
export const firstClaim = (db: Db, claim: Claim): Promise<string[] | null> => inTransaction(db, (tx) => claimWithin(tx, claim))

/** The same within the caller's transaction. */
export async function claimWithin(tx: Tx, { personId, email, keep }: Claim): Promise<string[] | null> {
  const person = await tx
    .selectFrom('person')
    .select(['email', 'email_verified', 'confirmed_by_link_alone'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  if (!person || person.email !== email || (person.email_verified && !person.confirmed_by_link_alone)) return null
  const others = (db: Tx) =>
    db
      .deleteFrom('auth_session')
      .where('person_id', '=', personId)
      .where('token', '<>', keep.sessionToken ?? '')
      .returning('id')
  const ended = await others(tx).execute()
  await tx
    .deleteFrom('auth_account')
    .where('person_id', '=', personId)
    .where((is) => is.not(is.and([is('provider_id', '=', keep.identity?.provider ?? ''), is('account_id', '=', keep.identity?.subject ?? '')])))
    .$if(keep.password ?? false, (other) => other.where('provider_id', '<>', 'credential'))
    .execute()
  // Pending links and codes contain the account's id: reset links in their value, linking in its JSON.
  await sql`delete from auth_verification where strpos(value, ${personId}) > 0 or strpos(identifier, ${personId}) > 0`.execute(tx)
  // Deletes again: a concurrent sign-in may have inserted a session before it noticed that its row in auth_account was deleted.
  const late = await others(tx).execute()
  await tx.updateTable('person').set({ email_verified: true, confirmed_by_link_alone: false }).where('id', '=', personId).execute()
  return [...ended, ...late].map(({ id }) => id)
}
