import { makeLink } from '#features/replies/server/claims.ts'
import { aCompany, plantRepresentative } from '#tests/support/companies.ts'
import { type Person, theSite } from '#tests/support/site.ts'

/** A person's claim without proof, whose domain a moderator has confirmed, so that a link can be mailed. Returns the id and the secret part of a link. */
export async function plantClaim(person: Person): Promise<{ id: string; slug: string }> {
  const { db } = (await theSite()).store
  const { id: targetId } = await aCompany()
  const id = await plantRepresentative(db, { personId: person.id, targetId, state: 'unverified' })
  await db.insertInto('target_domain').values({ target_id: targetId, domain: 'flickermoor.example', takes_mail: true }).execute()
  return { id, slug: await db.transaction().execute((tx) => makeLink(tx, id)) }
}

/** A claim that waits for a moderator. */
export async function plantWaitingClaim(person: Person): Promise<{ id: string; slug: string }> {
  const { id: targetId, slug } = await aCompany()
  return { id: await plantRepresentative((await theSite()).store.db, { personId: person.id, targetId, state: 'waiting' }), slug }
}

/** Makes a person the representative of a campaign's target, which can also be asked by mail. */
export async function representTarget(campaignId: string, person: Person): Promise<string> {
  const { db } = (await theSite()).store
  const { target_id } = await db.selectFrom('campaign').select('target_id').where('id', '=', campaignId).executeTakeFirstOrThrow()
  const targetId = target_id ?? ''
  await plantRepresentative(db, { personId: person.id, targetId })
  await db.insertInto('target_domain').values({ target_id: targetId, domain: 'flickermoor.example', takes_mail: true }).execute()
  return targetId
}

/** The statement of a campaign's target, with the campaign's own id. */
export async function plantStatement(campaign: { id: string; slug: string }, author: Person): Promise<{ id: string; slug: string }> {
  const { db } = (await theSite()).store
  const { target_id } = await db.selectFrom('campaign').select('target_id').where('id', '=', campaign.id).executeTakeFirstOrThrow()
  const statement = { campaign_id: campaign.id, target_id: target_id ?? '', author_id: author.id, domain: 'flickermoor.example', body: 'We have read it.' }
  await db
    .insertInto('company_statement')
    .values({ id: campaign.id, ...statement })
    .execute()
  return campaign
}
