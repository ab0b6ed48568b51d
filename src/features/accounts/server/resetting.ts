import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { endWithin } from '#platform/server/end-sessions.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { AuthParts } from './doors/door.ts'
import { claimWithin } from './first-claim.ts'
import { resetSeconds } from './library.ts'
import { dropPendingChange, dropResetLinks } from './pending.ts'

type Person = { id: string; email: string }

/** Writes to somebody who has asked for a new password. */
export function resetAsked({ store, mail, letters }: { store: Store } & Pick<AuthParts, 'mail' | 'letters'>) {
  return async ({ id, email }: Person, token: string): Promise<void> => {
    const person = await store.db
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person) return
    await mail.add(store.db, letters.reset(email, { token, seconds: resetSeconds }))
    mail.nudge()
  }
}

/** Whose link this is, while it works. */
export async function resetOf(db: Db, token: string): Promise<string | null> {
  const link = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', `reset-password:${token}`)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link?.value ?? null
}

/**
 * Replaces a password for whoever has the mailed link, and ends all that the old one had opened, in one transaction: the
 * library's own way uses the link up first and then takes a step at a time, so what failed in between could not be tried again.
 * Whoever has the link reads the mail of the address, so it is theirs; if nobody had shown that before, this is the first
 * claim. False for a link that is used or old.
 */
export async function resetPassword(parts: AuthParts, { token, hash }: { token: string; hash: string }): Promise<boolean> {
  const { store, sessions, mail, letters, attempts, onConfirmed } = parts
  const done = await inTransaction(store.db, async (tx) => {
    const personId = await resetOf(tx, token)
    if (personId === null) return null
    // The person first, as everywhere: the one who leaves takes the links along.
    const person = await tx
      .selectFrom('person')
      .select('email')
      .where('id', '=', personId)
      .where('suspended_at', 'is', null)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
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
  if (!done) return false
  sessions.haveEnded(done.ended)
  await attempts.forget(done.email)
  mail.nudge()
  await onConfirmed(done.personId)
  return true
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
