import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockPerson } from '#platform/server/lock-person.ts'
import { hashOfSecret, isHashOfSecret, type MailedSecret, newMailedSecret, tokenOfSecret } from '#platform/server/mailed-secret.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { confirmSeconds } from './letters.ts'

/** A used link is recognised for this long, so that it can still answer that the address is confirmed. */
const usedSeconds = 30 * 24 * 3_600

/** The identifier of the one confirming link that a person may have. */
export const confirmKey = (personId: string) => `confirm-email:${personId}`
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/**
 * Makes the link that confirms a person's current address, and returns its token. It replaces the previous link. Without such a person it
 * executes the same statements and stores nothing.
 */
export async function makeConfirmingLink(db: Db, personId: string): Promise<string> {
  const link = newMailedSecret(personId)
  await dropConfirmingLink(db, personId)
  await sql`
    insert into auth_verification (id, identifier, value, expires_at)
    select ${uuidv7()}::uuid, ${confirmKey(personId)}, ${`${hashOfSecret(link)} `} || email, ${secondsFromNow(confirmSeconds)}
    from person where id = ${personId} and email is not null and deleted_at is null`.execute(db)
  return tokenOfSecret(link)
}

export async function dropConfirmingLink(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('identifier', '=', confirmKey(personId)).execute()
}

type Use = MailedSecret & { isSignedIn: boolean }
type Used = { email: string; isFirst: boolean }

/**
 * Confirms the address that the link was mailed to, once; a used link changes nothing and is still recognised. Null for a link that is
 * expired or replaced, or whose account is deleted, suspended or has another address. `isSignedIn`: the browser is signed in as this person,
 * so the account's creator and the mailbox's reader are the same.
 */
export async function takeConfirmingLink(tx: Tx, { isSignedIn, ...link }: Use): Promise<Used | null> {
  const { id: personId } = link
  const person = await lockPerson(tx, personId)
  const row = await tx
    .selectFrom('auth_verification')
    .select(['id', 'value'])
    .where('identifier', '=', confirmKey(personId))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const [hash = '', to = '', used] = row?.value.split(' ') ?? []
  if (!isHashOfSecret(hash, link) || !row || !person || person.email !== to) return null
  if (used) return { email: to, isFirst: false }
  await tx
    .updateTable('auth_verification')
    .set({ value: `${row.value} used`, expires_at: secondsFromNow(usedSeconds), updated_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .execute()
  if (!person.email_verified)
    await tx.updateTable('person').set({ email_verified: true, confirmed_by_link_alone: !isSignedIn }).where('id', '=', personId).execute()
  return { email: to, isFirst: true }
}
