import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { differences } from '#main/operations/recount.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { countsSettled } from './content-hash.ts'
import { aPerson, call, type Person, theSite, until } from './site.ts'

/** Joins the campaign through the API, and returns the response. */
export const tryToJoin = (who: Person | null, { id }: { id: string }, body: object = {}, headers: Record<string, string> = {}) =>
  call(who, 'PUT', `/campaigns/${id}/pledge`, { body, headers })

/** Joins the campaign, from this IP address if one is given, and returns the response's body. */
export async function join(person: Person, campaign: { id: string }, { address }: { address?: string } = {}) {
  const { status, body } = await tryToJoin(person, campaign, {}, address ? { 'x-forwarded-for': address } : {})
  expect(status).toBe(200)
  return body
}

/** The public number of supporters. */
export const supportersOf = async ({ slug }: { slug: string }): Promise<number> => (await call(null, 'GET', `/campaigns/${slug}`)).body.count.supporters

/** A person with a confirmed address whose account is a week old. */
export async function anOldPerson(): Promise<Person> {
  const person = await aPerson()
  const { store } = await theSite()
  await sql`update person set created_at = now() - interval '7 days', email_verified = true where id = ${person.id}`.execute(store.db)
  return person
}

/** The day of the lists that `plantList` inserts. */
export const listedDay = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Inserts a daily list of 20 pledges. The job would list no pledge that is less than three days old. */
export async function plantList(db: Db, campaignId: string): Promise<void> {
  const list = { campaign_id: campaignId, day: listedDay }
  await db
    .insertInto('daily_list')
    .values({ ...list, pledges: 20, root: randomBytes(32), chain: randomBytes(32) })
    .execute()
  await db
    .insertInto('daily_list_leaves')
    .values({ ...list, leaves: Buffer.alloc(20 * 16), chunks: Buffer.alloc(48) })
    .execute()
}

/** The stored states of these people's pledges to a campaign, in their order. */
export async function pledgeStates({ id }: { id: string }, people: Person[]) {
  const { store } = await theSite()
  const rows = await store.db.selectFrom('pledge').select(['person_id', 'state']).where('campaign_id', '=', id).execute()
  return people.map((person) => rows.find(({ person_id }) => person_id === person.id)?.state)
}

/** Waits until an invalidation or its undo is over, and returns it. */
export const endOfInvalidation = (moderator: Person, id: string) =>
  until(async () => {
    const { items } = (await call(moderator, 'GET', '/moderation/invalidations')).body
    const found = items.find((item: { id: string }) => item.id === id)
    return found && found.state !== 'running' && found.state !== 'undoing' ? found : null
  })

/** Lets the next step of a campaign that counts quietly be due now, and waits until it is taken. */
export async function takeQuietStep({ id }: { id: string }): Promise<void> {
  const { db } = (await theSite()).store
  const past = new Date(Date.now() - 1_000)
  await db.updateTable('campaign_stats').set({ quiet_until: past }).where('campaign_id', '=', id).where('quiet_until', 'is not', null).execute()
  const isDue = () => db.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).where('quiet_until', '=', past).executeTakeFirst()
  await until(async () => !(await isDue()))
}

/** Fails if a count differs from a recount. */
export async function expectCleanRecount() {
  const { store } = await theSite()
  await countsSettled(store)
  expect(await differences(store)).toEqual([])
}
