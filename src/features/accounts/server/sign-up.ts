import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { neat } from '#platform/text.ts'
import { emailOf, namesOf, type SignUp, signUpProblems } from '../policy.ts'
import type { Hashing } from './hashing.ts'
import { newPasswordProblem } from './new-password.ts'
import { isReservedName } from './reserved-names.ts'

type Given = {
  store: Store
  hashing: Hashing
  body: SignUp
  allowed: () => Promise<void>
  countsAtOnce: boolean
  /** Tells the owner of the address: of the new account, or that somebody tried. In the transaction that makes the account. */
  tell: (tx: Db, made: { personId: string; email: string; isNew: boolean }) => Promise<void>
}

/**
 * Makes an account, or, for an address that has one, does the same work and changes nothing: nobody learns who is here.
 * A name that is taken is told, before the address is looked at. `allowed` throws when there were too many.
 */
export async function signUp(given: Given): Promise<void> {
  const { store, hashing, body, allowed } = given
  const problems = signUpProblems(body)
  const wrong = newPasswordProblem(body.password, { email: body.email, names: [body.name, body.username] })
  if (wrong) problems.password = wrong
  if (!problems.name && isReservedName(neat(body.name))) problems.name = 'FULL_NAME_RESERVED'
  if (!problems.username && isReservedName(neat(body.username))) problems.username = 'USERNAME_RESERVED'
  if (!problems.username && (await isTaken(store, body.username))) problems.username = 'USERNAME_TAKEN'
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
  if (neat(username) === '') return false
  const person = await store.db.selectFrom('person').select('id').where('username', '=', neat(username).toLowerCase()).executeTakeFirst()
  return person !== undefined
}

async function keep({ store, body, countsAtOnce, tell }: Given, password: string): Promise<void> {
  const id = uuidv7()
  const { fullName, first, last, displayName } = namesOf(body)
  const username = neat(body.username)
  const email = emailOf(body.email)
  await store.db.transaction().execute(async (tx) => {
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
    // The same statements either way, so that both take as long.
    await sql`
      insert into auth_account (id, person_id, provider_id, account_id, password)
      select ${uuidv7()}::uuid, id, 'credential', id::text, ${password} from person where id = ${id}`.execute(tx)
    await tell(tx, { personId: id, email, isNew: made !== undefined })
  })
}

export const signedUp = { message: 'Check your email to confirm your account. You can sign in now.' }
