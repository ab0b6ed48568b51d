import { sql } from 'kysely'
import type { Db } from '../store/open-store.ts'

const daysForAccounts = sql`make_interval(days => 30)`

/** Records that a mail server permanently refuses mail for this address. */
export async function recordRefusal(db: Db, { address, answer }: { address: string; answer: string }): Promise<void> {
  const refused_at = new Date()
  await db
    .insertInto('refused_address')
    .values({ address, answer, refused_at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ answer, refused_at }))
    .execute()
}

/** Removes the refusal, because the address's owner has just proved that it works. */
export async function forgiveAddress(db: Db, address: string): Promise<void> {
  await db.deleteFrom('refused_address').where('address', '=', address).execute()
}

/**
 * Condition that mail about an account is blocked. That lasts for a month only, since a new password may be the only way in for
 * an owner who has the mailbox again. Mail about notifications checks only that the row exists, so it stays blocked.
 */
export const isRefusedForNow = (address: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from refused_address r where r.address = ${address} and r.refused_at > now() - ${daysForAccounts})`

/** Deletes refusals that are older than a month, except those of a person's current address. */
export async function forgetRefusals(db: Db): Promise<void> {
  await sql`
    delete from refused_address r where r.refused_at < now() - ${daysForAccounts}
      and not exists (select from person p where p.email = r.address)`.execute(db)
}
