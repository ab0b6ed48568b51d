import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { sessionValue } from '#platform/server/session.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import type { Person } from './ledger.ts'
import type { Product } from './product.ts'

/**
 * Inserts several people with a session into the product's database, without hashing passwords. Uses the embedded database if no URL is given. As
 * moderators they may write and publish without limits.
 */
export async function somePeople(given: { product: Product; count: number; databaseUrl?: string | undefined; role?: string }): Promise<Person[]> {
  const { product, count, databaseUrl, role = 'member' } = given
  const secret = readFileSync(join(product.dataDir, 'auth-secret'), 'utf8').trim()
  const rows = Array.from({ length: count }, () => ({ id: uuidv7(), token: randomUUID() }))
  const { pool, close } = await openStore({ url: databaseUrl, dataDir: product.dataDir, onError: () => {} })
  for (const { id, token } of rows) {
    await pool.query(
      'insert into person (id, email, display_name, first_name, last_name, counting_from, is_established, role) values ($1, $2, $3, $4, $5, now(), true, $6)',
      [id, `${id}@people.test`, ...['Test P.', 'Test', 'Person'], role],
    )
    await pool.query("insert into auth_session (id, token, person_id, expires_at) values ($1, $2, $3, now() + interval '1 day')", [uuidv7(), token, id])
  }
  await close()
  return rows.map(({ id, token }) => ({ id, cookie: `holdout.session=${sessionValue(token, secret)}` }))
}
