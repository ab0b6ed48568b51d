import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { join } from './pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite } from './site.ts'

export const note = 'A review found that these pledges were made automatically, not by individual people.'
export const reason = 'Forty accounts of one provider within two minutes.'

/** A campaign with this many counted supporters of one mail domain besides its creator. */
export async function aBurst(count: number) {
  const campaign = await aCampaign(await aPerson())
  const domain = `d${uuidv7().slice(-10)}.test`
  const people = await Promise.all(Array.from({ length: count }, () => aPersonAt(domain)))
  for (const person of people) await join(person, campaign)
  // All joins are on one day, also if the clock strikes between them.
  await sql`update pledge set created_at = (select max(p.created_at) from pledge p where p.campaign_id = ${campaign.id})
    where campaign_id = ${campaign.id}`.execute((await theSite()).store.db)
  return { campaign, domain, people, moderator: await aPerson({ role: 'moderator' }) }
}

/** A person whose address is in this domain; `name` is the part before the @. */
export async function aPersonAt(domain: string, { name, isCounted = true }: { name?: string; isCounted?: boolean } = {}): Promise<Person> {
  const person = await aPerson({ isCounted })
  const { store } = await theSite()
  const email = `${name ?? person.id}@${domain}`
  await store.db.updateTable('person').set({ email, email_verified: isCounted }).where('id', '=', person.id).execute()
  return person
}

/** Midnight (UTC) this many days before today's. */
export const midnight = (daysAgo: number) => new Date(Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000).toISOString()

/** Counts a selection, as the page does before a correction. */
export const counted = (moderator: Person, selection: object) => call(moderator, 'POST', '/moderation/invalidations/preview', { body: selection })

/** Proposes or starts a correction. */
export async function proposed(moderator: Person, selection: object, texts = { reason, note }): Promise<{ id: string; state: string }> {
  const { status, body } = await call(moderator, 'POST', '/moderation/invalidations', { body: { selection, ...texts } })
  expect([status, body.code]).toEqual([200, undefined])
  return body
}

/** Starts a correction, with the consent of an administrator if it needs that, and returns its id. */
export async function started(moderator: Person, selection: object, texts = { reason, note }): Promise<string> {
  // Without another administrator a small one is refused.
  const admin = await aPerson({ role: 'admin' })
  const { id, state } = await proposed(moderator, selection, texts)
  if (state === 'proposed') expect((await call(admin, 'POST', `/moderation/invalidations/${id}/consent`)).status).toBe(200)
  return id
}

/** Undoes a correction as an administrator, who may also bring back fewer than ten pledges. */
export async function undone(id: string, texts = { reason, note }): Promise<void> {
  const admin = await aPerson({ role: 'admin' })
  expect((await call(admin, 'POST', `/moderation/invalidations/${id}/undo`, { body: texts })).status).toBe(200)
}
