import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { normalized } from '#platform/text.ts'
import { emailOf, namesOf, type PrivateNameProblem, type SignUp, signUpProblems } from '../policy.ts'
import type { Hashing } from './hashing.ts'
import { newPasswordProblem } from './new-password.ts'
import { isReservedName } from './reserved-names.ts'
import { looksLikeStaff } from './staff-names.ts'
import type { IsTemporary } from './temporary-addresses.ts'

/** Finds a detail of a private person in a name; null on a site without moderators. */
export type PrivateNameCheck = (name: string) => Promise<PrivateNameProblem | null>

/** `knownId`: the account that the address had before and that has not confirmed it. */
type Made = { personId: string; email: string; isNew: boolean; knownId: string | null }

type Options = {
  store: Store
  hashing: Hashing
  body: SignUp
  allowed: () => Promise<void>
  countsAtOnce: boolean
  isTemporary: IsTemporary
  privateNameProblem: PrivateNameCheck
  /** Mails the owner of the address: about the new account, or that somebody tried. Called in the transaction that inserts the account. */
  notifyOwner: (tx: Tx, made: Made) => Promise<void>
}

/**
 * Creates an account. For an address that has one, it does the same work and changes nothing, so that the response does not show who has an
 * account. A taken username is reported before the address is checked. `allowed` throws after too many sign-ups.
 */
export async function signUp(given: Options): Promise<void> {
  const { store, hashing, body, isTemporary, privateNameProblem, allowed } = given
  const problems = signUpProblems(body)
  const wrong = newPasswordProblem(body.password, { email: body.email, names: [body.name, body.username] })
  if (wrong) problems.password = wrong
  if (!problems.email && isTemporary(emailOf(body.email))) problems.email = 'EMAIL_TEMPORARY'
  if (!problems.name && isReservedName(normalized(body.name))) problems.name = 'FULL_NAME_RESERVED'
  if (!problems.name && normalized(body.name) && (await looksLikeStaff(store.db, namesOf(body)))) problems.name = 'FULL_NAME_RESERVED'
  if (!problems.username && isReservedName(normalized(body.username))) problems.username = 'USERNAME_RESERVED'
  if (!problems.username && (await looksLikeStaff(store.db, namesOf({ name: '', username: body.username })))) problems.username = 'USERNAME_RESERVED'
  if (!problems.username && (await isTaken(store, body.username))) problems.username = 'USERNAME_TAKEN'
  for (const field of ['name', 'username'] as const) {
    const found = problems[field] ? null : await privateNameProblem(normalized(body[field]))
    if (found) problems[field] = found
  }
  refuseFields(problems)
  await allowed()
  const password = await hashing.hash(body.password)
  try {
    await keep(given, password)
  } catch (error) {
    if (Object(error).constraint === 'person_username_key') refuseFields({ username: 'USERNAME_TAKEN' })
    throw error
  }
}

async function isTaken(store: Store, username: string): Promise<boolean> {
  if (normalized(username) === '') return false
  const person = await store.db.selectFrom('person').select('id').where('username', '=', normalized(username).toLowerCase()).executeTakeFirst()
  return person !== undefined
}

async function keep({ store, body, countsAtOnce, notifyOwner }: Options, password: string): Promise<void> {
  // A random id, because it is public: an id that contains a time would connect a private pledge made at sign-up with the change of the count.
  const id = randomUUID()
  const { fullName, first, last, displayName } = namesOf(body)
  const username = normalized(body.username)
  const email = emailOf(body.email)
  await inTransaction(store.db, async (tx) => {
    const made = await tx
      .insertInto('person')
      .values({
        id,
        email,
        full_name: fullName,
        first_name: first,
        last_name: last,
        display_name: displayName,
        username: username.toLowerCase() || null,
        display_username: username || null,
        // The address itself stays unconfirmed either way.
        counting_from: countsAtOnce ? sql<Date>`now()` : null,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same statements are executed in both cases, so that both take the same time.
    await sql`
      insert into auth_account (id, person_id, provider_id, account_id, password)
      select ${uuidv7()}::uuid, id, 'credential', id::text, ${password} from person where id = ${id}`.execute(tx)
    // The lock keeps concurrent requests from making two confirming links.
    const known = await tx
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .where('id', '<>', id)
      .where('email_verified', '=', false)
      .forNoKeyUpdate()
      .executeTakeFirst()
    await notifyOwner(tx, { personId: id, email, isNew: made !== undefined, knownId: known?.id ?? null })
  })
}

/** The answer to every sign-up. `isReady`: on a site that counts accounts without confirming their addresses. */
export const signedUp = (isReady: boolean) => ({
  message: isReady ? 'Your account is ready. You can sign in now.' : 'Check your email to confirm your account. You can sign in now.',
})
