import { sql } from 'kysely'
import type { Db } from '../store/open-store.ts'

const daysForAccounts = sql`make_interval(days => 30)`

/** A mail server has said that it will never take mail for this address. */
export async function noteRefusal(db: Db, { address, answer }: { address: string; answer: string }): Promise<void> {
  const refused_at = new Date()
  await db
    .insertInto('refused_address')
    .values({ address, answer, refused_at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ answer, refused_at }))
    .execute()
}

/** Its owner has just shown that it works. */
export async function forgiveAddress(db: Db, address: string): Promise<void> {
  await db.deleteFrom('refused_address').where('address', '=', address).execute()
}

/**
 * Whether a mail about an account is kept back: for a month, since a new password may be the only way in for whoever has
 * the mailbox again. Mail about notifications asks for nothing but the row, and so stops for good.
 */
export const isRefusedForNow = (address: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from refused_address r where r.address = ${address} and r.refused_at > now() - ${daysForAccounts})`

/** Lets go, after a month, of addresses that are nobody's. */
export async function forgetRefusals(db: Db): Promise<void> {
  await sql`
    delete from refused_address r where r.refused_at < now() - ${daysForAccounts}
      and not exists (select from person p where p.email = r.address)`.execute(db)
}
