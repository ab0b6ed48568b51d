import { randomUUID, scryptSync } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { namesOf } from '#features/accounts/policy.ts'
import { sessionValue } from '#platform/server/session.ts'
import { authSecret, type Served } from './shared-products.ts'

const password = 'a long enough passphrase'
// The lowest cost that the product's hash format permits; a hash contains its parameters.
const cost = { N: 16, r: 8, p: 1 }
const salt = Buffer.alloc(16)
const hash = ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), scryptSync(password, salt, 32, cost).toString('base64')].join('$')

export type Member = { id: string; cookie: string; email: string; password: string }

type Values = { role?: 'member' | 'moderator' | 'admin'; isConfirmed?: boolean; isNew?: boolean }

/**
 * Inserts a person with an account and a session into the database. They equal a person who signed up and in on a site without mail, except
 * that the limits of new people apply only with `isNew`. Signing all of them up would take a minute, because each password is hashed.
 */
export async function signedUp({ databaseUrl }: Served, name: string, { role = 'member', isConfirmed = false, isNew = false }: Values = {}): Promise<Member> {
  const [id, token] = [uuidv7(), randomUUID()]
  const email = `${id}@people.test`
  const { fullName, first, last, displayName } = namesOf({ name, username: '' })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `with made as (
         insert into person (id, email, full_name, first_name, last_name, display_name, counting_from, role, email_verified, is_established)
         values ($1, $2, $3, $4, $5, $6, now(), $11, $12, $13) returning id
       ), account as (
         insert into auth_account (id, person_id, provider_id, account_id, password) select $7, id, 'credential', id::text, $8 from made
       )
       insert into auth_session (id, token, person_id, expires_at) select $9, $10, id, now() + interval '1 day' from made`,
      [id, email, fullName, first, last, displayName, uuidv7(), hash, uuidv7(), token, role, isConfirmed, !isNew],
    )
  } finally {
    await client.end()
  }
  return { id, cookie: `holdout.session=${sessionValue(token, authSecret)}`, email, password }
}
