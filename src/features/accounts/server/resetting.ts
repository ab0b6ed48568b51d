import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { endWithin } from '#platform/server/end-sessions.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { lockPerson } from '#platform/server/lock-person.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { linkHours } from '../terms.ts'
import type { AuthParts } from './endpoints/endpoint.ts'
import { claimWithin } from './first-claim.ts'
import { takeMail } from './mail-budget.ts'
import { dropPendingChange, dropResetLinks, resetKey } from './pending.ts'

const resetSeconds = linkHours.reset * 3_600

/** Mails a reset link, unless there is no such account, it is suspended, or its mail budget is used up. */
export async function mailResetLink({ store, limiter, mail, letters }: AuthParts, email: string): Promise<void> {
  const person = await store.db
    .selectFrom('person')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person || (await takeMail(limiter, { email, isConfirmed: person.email_verified })) !== null) return
  const token = randomBytes(24).toString('base64url')
  await store.db.transaction().execute(async (tx) => {
    const expires_at = new Date(Date.now() + resetSeconds * 1_000)
    await tx
      .insertInto('auth_verification')
      .values({ id: uuidv7(), identifier: resetKey(token), value: person.id, expires_at })
      .execute()
    await mail.add(tx, letters.reset(email, { token, seconds: resetSeconds }))
  })
  mail.runSoon()
}

/** The id of the person whose unexpired reset link has this token, else null. */
export async function resetOf(db: Db, token: string): Promise<string | null> {
  const link = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', resetKey(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link?.value ?? null
}

/**
 * Sets a new password through a mailed link and ends all sessions. All in one transaction, so that a failure leaves the link usable. The link proves the address, so this may be the first claim. Returns the person's id, or null for
 * a used or expired link.
 */
export async function resetPassword(parts: AuthParts, { token, hash }: { token: string; hash: string }): Promise<string | null> {
  const { store, sessions, mail, letters, attempts, onConfirmed } = parts
  const done = await inTransaction(store.db, async (tx) => {
    const personId = await resetOf(tx, token)
    if (personId === null) return null
    const person = await lockPerson(tx, personId)
    if (!person?.email || (await resetOf(tx, token)) === null) return null
    const claimed = await claimWithin(tx, { personId, email: person.email, keep: { password: true } })
    await keepPassword(tx, { personId, hash })
    await dropResetLinks(tx, personId)
    await dropPendingChange(tx, personId)
    const ended = await endWithin(tx, { personId })
    await mail.welcome(tx, person.email)
    await mail.add(tx, letters.passwordReset(person.email))
    return { personId, email: person.email, ended: [...(claimed ?? []), ...ended] }
  })
  if (!done) return null
  sessions.haveEnded(done.ended)
  await attempts.forget(done.email)
  mail.runSoon()
  await onConfirmed(done.personId)
  return done.personId
}

async function keepPassword(tx: Tx, { personId, hash }: { personId: string; hash: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_account')
    .set({ password: hash, updated_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await tx.insertInto('auth_account').values({ id: uuidv7(), person_id: personId, provider_id: 'credential', account_id: personId, password: hash }).execute()
}
