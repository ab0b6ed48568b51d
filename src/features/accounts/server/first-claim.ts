import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type Kept = {
  /** The session in which the claim was made. */
  sessionToken?: string | null
  /** The password: it was set by the same act, or typed along with it. */
  password?: boolean
  /** The other site's account through which the claim was made. */
  identity?: { provider: string; subject: string }
}
type Claim = { personId: string; email: string; keep: Kept }

/**
 * Somebody has proved for the first time that an account's address is theirs. (The confirming link followed by a browser that is
 * not signed in proves no such thing: it counts the address and leaves the account to be claimed.) Whoever made the account need not have
 * been the same: what got in before the proof goes with it - sessions, passwords, other sites' accounts, links and codes
 * under way - except what the claim itself came with. Confirms the address; counting is left to `onConfirmed`. Returns
 * the sessions that ended, or null when there was nothing to claim: the address is another one by now, or was confirmed before.
 */
export const firstClaim = (db: Db, claim: Claim): Promise<string[] | null> => inTransaction(db, (tx) => claimWithin(tx, claim))

/** The same, within a transaction. */
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
  // Whatever is under way names the account: reset links by its id, linking within its JSON.
  await sql`delete from auth_verification where strpos(value, ${personId}) > 0 or strpos(identifier, ${personId}) > 0`.execute(tx)
  // Once more: a session that another way in opened meanwhile came before that way was seen to be gone.
  const late = await others(tx).execute()
  await tx.updateTable('person').set({ email_verified: true, confirmed_by_link_alone: false }).where('id', '=', personId).execute()
  return [...ended, ...late].map(({ id }) => id)
}
