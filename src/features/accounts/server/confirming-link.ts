import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockPerson } from '#platform/server/lock-person.ts'
import { hashOfSecret, isHashOfSecret, type MailedSecret, newMailedSecret, readMailedSecret, tokenOfSecret } from '#platform/server/mailed-secret.ts'
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

type Row = { id: string; value: string }

/** The unexpired link with this secret, the address that it was mailed to, and whether it was used; otherwise null. */
async function find(db: Db, link: MailedSecret): Promise<(Row & { to: string; isUsed: boolean }) | null> {
  const row = await db
    .selectFrom('auth_verification')
    .select(['id', 'value'])
    .where('identifier', '=', confirmKey(link.id))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const [hash = '', to = '', used] = row?.value.split(' ') ?? []
  return row && isHashOfSecret(hash, link) ? { ...row, to, isUsed: used !== undefined } : null
}

/** The id of the person whose address an unused link can confirm, or null. */
export async function personToConfirm(db: Db, token: string): Promise<string | null> {
  const link = readMailedSecret(token)
  const found = link && (await find(db, link))
  return found && !found.isUsed ? link.id : null
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
  const found = await find(tx, link)
  if (!found || person?.email !== found.to) return null
  if (found.isUsed) return { email: found.to, isFirst: false }
  await tx
    .updateTable('auth_verification')
    .set({ value: `${found.value} used`, expires_at: secondsFromNow(usedSeconds), updated_at: sql<Date>`now()` })
    .where('id', '=', found.id)
    .execute()
  if (!person.email_verified)
    await tx.updateTable('person').set({ email_verified: true, confirmed_by_link_alone: !isSignedIn }).where('id', '=', personId).execute()
  return { email: found.to, isFirst: true }
}
