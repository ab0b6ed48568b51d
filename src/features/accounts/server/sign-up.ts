import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { neat } from '#platform/text.ts'
import { emailOf, namesOf, type SignUp, signUpProblems } from '../policy.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Hashing } from './hashing.ts'

type Given = { store: Store; hashing: Hashing; body: SignUp; allowed: () => Promise<void> }

/**
 * Makes an account, or, for an address that has one, does the same work and changes nothing: nobody learns who is here.
 * A name that is taken is told, before the address is looked at. `allowed` throws when there were too many.
 */
export async function signUp({ store, hashing, body, allowed }: Given): Promise<void> {
  const problems = signUpProblems(body)
  if (!problems.password && isCommonPassword(body.password)) problems.password = 'PASSWORD_COMMON'
  if (!problems.username && (await isTaken(store, body.username))) problems.username = 'USERNAME_TAKEN'
  refuseFields(problems)
  await allowed()
  const password = await hashing.hash(body.password)
  try {
    await keep(store, body, password)
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

async function keep(store: Store, body: SignUp, password: string): Promise<void> {
  const id = uuidv7()
  const { fullName, first, last, displayName } = namesOf(body)
  const username = neat(body.username)
  await store.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('person')
      .values({
        id,
        email: emailOf(body.email),
        full_name: fullName,
        first_name: first,
        last_name: last,
        display_name: displayName,
        username: username.toLowerCase() || null,
        display_username: username || null,
        // No mail goes out in this version, so there is nothing to wait for; the address itself stays unconfirmed.
        counting_from: sql<Date>`now()`,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await tx.insertInto('auth_account').values({ id: uuidv7(), person_id: id, provider_id: 'credential', account_id: id, password }).execute()
  })
}

export const signedUp = { message: 'Check your e-mail to confirm your account. You can sign in now.' }

export const tooMany = (seconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', { status: 429, message: 'Too many tries. Try again later.', data: { retryAfter: seconds } })
