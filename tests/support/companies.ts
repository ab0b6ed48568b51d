import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'
import { type Person, theSite } from './site.ts'

export type Company = { id: string; slug: string }

/** A target of its own. */
export async function aCompany({ name = 'Flickermoor', website = 'https://flickermoor.example' }: { name?: string; website?: string } = {}): Promise<Company> {
  const { db } = (await theSite()).store
  const key = randomUUID()
  return db
    .insertInto('target')
    .values({ id: uuidv7(), slug: `company-${key}`, name: `${name} ${key}`, website_url: website })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

type RepresentativeState = { domain?: string; state?: 'unverified' | 'waiting' | 'active' }

/** Makes a person the representative of a company, or inserts their claim. Returns the id of the claim. */
export async function makeRepresentative(person: Person, company: Company, given: RepresentativeState = {}): Promise<string> {
  return plantRepresentative((await theSite()).store.db, { personId: person.id, targetId: company.id, ...given })
}

/** The same on another site. */
export async function plantRepresentative(
  db: Db,
  { personId, targetId, domain = 'flickermoor.example', state = 'active' }: RepresentativeState & { personId: string; targetId: string },
): Promise<string> {
  const id = uuidv7()
  const proof = state === 'unverified' ? {} : { method: 'dns', verified_at: new Date() }
  await db
    .insertInto('representative')
    .values({ id, target_id: targetId, person_id: personId, domain, record: '0'.repeat(32), state, ...proof })
    .execute()
  return id
}
