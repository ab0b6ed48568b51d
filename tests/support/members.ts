import { createHmac, randomUUID, scryptSync } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { namesOf } from '#features/accounts/policy.ts'
import { authSecret, type Served } from './shared-products.ts'

const password = 'a long enough passphrase'
// The lowest cost that the product's hash format permits; a hash contains its parameters.
const cost = { N: 16, r: 8, p: 1 }
const salt = Buffer.alloc(16)
const hash = ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), scryptSync(password, salt, 32, cost).toString('base64')].join('$')

export type Member = { id: string; cookie: string; email: string; password: string }

/**
 * A person with an account and a session, equal to one who signed up and in on a site without mail. They are inserted into the database,
 * because hashing all passwords would take a minute; another journey tests signing up.
 */
export async function signedUp({ databaseUrl }: Served, name: string): Promise<Member> {
  const [id, token] = [uuidv7(), randomUUID()]
  const email = `${id}@people.test`
  const { fullName, first, last, displayName } = namesOf({ name, username: '' })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `with made as (
         insert into person (id, email, full_name, first_name, last_name, display_name, counting_from) values ($1, $2, $3, $4, $5, $6, now()) returning id
       ), account as (
         insert into auth_account (id, person_id, provider_id, account_id, password) select $7, id, 'credential', id::text, $8 from made
       )
       insert into auth_session (id, token, person_id, expires_at) select $9, $10, id, now() + interval '1 day' from made`,
      [id, email, fullName, first, last, displayName, uuidv7(), hash, uuidv7(), token],
    )
  } finally {
    await client.end()
  }
  const signature = createHmac('sha256', authSecret).update(token).digest('base64')
  return { id, cookie: `holdout.session=${encodeURIComponent(`${token}.${signature}`)}`, email, password }
}
