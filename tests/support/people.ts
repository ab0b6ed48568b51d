import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './ledger.ts'
import type { Product } from './product.ts'
import { send, signedUp } from './visitor.ts'

/** Several people with a session. On PostgreSQL they are put into the store, which saves hashing their passwords. */
export async function somePeople(given: { product: Product; count: number; databaseUrl?: string | undefined }): Promise<Person[]> {
  const { product, count, databaseUrl } = given
  if (databaseUrl) return storedPeople({ databaseUrl, count, secret: readFileSync(join(product.dataDir, 'auth-secret'), 'utf8').trim() })
  const people: Person[] = []
  async function signUp() {
    while (people.length < count) {
      const { cookie } = await signedUp(product, 'Faulty Fate')
      const { body } = await send(product, { method: 'GET', path: '/api/v1/me', cookie })
      people.push({ id: body.id, cookie })
    }
  }
  await Promise.all(Array.from({ length: 4 }, signUp))
  return people.slice(0, count)
}

async function storedPeople(given: { databaseUrl: string; count: number; secret: string }): Promise<Person[]> {
  const rows = Array.from({ length: given.count }, () => ({ id: uuidv7(), token: randomUUID() }))
  const client = new pg.Client(given.databaseUrl)
  await client.connect()
  for (const { id, token } of rows) {
    const name = ['Test P.', 'Test', 'Person']
    await client.query('insert into person (id, email, display_name, first_name, last_name, counting_from) values ($1, $2, $3, $4, $5, now())', [
      id,
      `${id}@people.test`,
      ...name,
    ])
    await client.query("insert into auth_session (id, token, person_id, expires_at) values ($1, $2, $3, now() + interval '1 day')", [uuidv7(), token, id])
  }
  await client.end()
  return rows.map(({ id, token }) => {
    const signature = createHmac('sha256', given.secret).update(token).digest('base64')
    return { id, cookie: `holdout.session=${encodeURIComponent(`${token}.${signature}`)}` }
  })
}
