import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { makeLink } from '#features/replies/server/claims.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { plantRepresentative } from '#tests/support/companies.ts'
import { type Actor, anyMember, personId } from './people.ts'

export type AddedClaim = { id: string; slug: string; owner: Actor; link: string; isOpen: boolean }

/** Inserts companies whose domain a moderator has confirmed. Half of the claims to speak for them have a mailed link, the others wait for a moderator. */
export async function addClaims(db: Db): Promise<AddedClaim[]> {
  const added: AddedClaim[] = []
  for (let number = 0; number < 120; number++) {
    const [targetId, owner, isOpen] = [uuidv7(), anyMember(number), number % 2 === 1]
    await db
      .insertInto('target')
      .values({ id: targetId, slug: `company-${number}`, name: `Company ${number}`, website_url: 'https://flickermoor.example' })
      .execute()
    await db.insertInto('target_domain').values({ target_id: targetId, domain: 'flickermoor.example', takes_mail: true }).execute()
    const id = await plantRepresentative(db, { personId: personId(owner), targetId, state: isOpen ? 'waiting' : 'unverified' })
    added.push({ id, slug: `company-${number}`, owner, isOpen, link: isOpen ? '' : await db.transaction().execute((tx) => makeLink(tx, id)) })
  }
  return added
}

/**
 * Makes the creator of each of these campaigns the representative of its target, whose domain a moderator has confirmed. Every third campaign has a
 * statement. Returns the ids of the statements.
 */
export async function addStatements(db: Db, campaignIds: readonly string[]): Promise<string[]> {
  await sql`
    insert into target_domain (target_id, domain, takes_mail)
    select distinct c.target_id, 'flickermoor.example', true from campaign c where c.id = any(${[...campaignIds]}::uuid[])`.execute(db)
  const { rows: targets } = await sql<{ targetId: string; personId: string }>`
    select distinct c.target_id as "targetId", c.creator_id as "personId" from campaign c where c.id = any(${[...campaignIds]}::uuid[])`.execute(db)
  for (const given of targets) await plantRepresentative(db, given)
  const { rows } = await sql<{ id: string }>`
    insert into company_statement (id, campaign_id, target_id, author_id, domain, body)
    select uuid_v7(), c.id, c.target_id, c.creator_id, 'flickermoor.example', 'We have read it.' from campaign c
    where c.id = any(${campaignIds.filter((_, at) => at % 3 === 0)}::uuid[]) returning id`.execute(db)
  return rows.map(({ id }) => id)
}
