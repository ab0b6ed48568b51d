import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { started, undone } from '#tests/support/corrections.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { endOfInvalidation, expectCleanRecount, takeQuietStep } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { countPerson } from '../server/confirm.ts'
import { openAddressKey } from '../server/public.ts'

ownSite()

const reason = 'It accuses a person of a crime.'
const join = (who: Person, { id }: { id: string }) => call(who, 'PUT', `/campaigns/${id}/pledge`, { body: { isPrivate: false } })
const decide = async (moderator: Person, { id }: { id: string }, state: string) =>
  expect((await call(moderator, 'PUT', `/campaigns/${id}/moderation`, { body: { state, reason } })).status).toBe(200)

/** Waits until the entry's page has these numbers; false if it never has. */
async function expectNumbers(path: string, numbers: { campaigns: number; supporters: number; yearlyCents: number }): Promise<void> {
  let read: object = {}
  await until(async () => {
    read = (await call(null, 'GET', path)).body.numbers
    return Object.entries(numbers).every(([name, value]) => Reflect.get(read, name) === value)
  }).catch(() => expect(read).toMatchObject(numbers))
}

const yearly = 2_499 * 12

/** Two campaigns about one target for one cause, with a supporter of both, one of the first, and one whose address waits for confirmation. */
async function aScene(name: string) {
  const [creator, other, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const entries = { target: { name: `${name} Company` }, causes: [{ name: `${name} Cause` }] }
  const [first, second] = [await aCampaign(creator, entries), await aCampaign(other, entries)]
  const [ofBoth, ofFirst, waiting] = [await aPerson(), await aPerson(), await aPerson({ isCounted: false })]
  for (const who of [ofBoth, ofFirst, waiting]) await join(who, first)
  await join(ofBoth, second)
  const paths = [`/targets/${name.toLowerCase()}-company`, `/causes/${name.toLowerCase()}-cause`]
  const expectAll = async (numbers: { campaigns: number; supporters: number; yearlyCents: number }) => {
    for (const path of paths) await expectNumbers(path, numbers)
  }
  return { creator, moderator, first, second, ofFirst, waiting, expectAll }
}

// The creators have joined their campaigns.
const both = { campaigns: 2, supporters: 4, yearlyCents: 5 * yearly }
const secondAlone = { campaigns: 1, supporters: 2, yearlyCents: 2 * yearly }

test('a hidden or removed campaign leaves the numbers of the site, its target and its causes, and is in them again once it is shown', async () => {
  const { moderator, first, expectAll } = await aScene('Shown')
  await expectAll(both)
  const stats = async () => (await call(null, 'GET', '/stats')).body
  const before = await until(async () => ((await stats()).supporters >= 4 ? stats() : null))
  for (const state of ['hidden', 'removed']) {
    await decide(moderator, first, state)
    await expectAll(secondAlone)
    await until(async () => (await stats()).supporters === before.supporters - 2)
    expect((await stats()).activeCampaigns).toBe(before.activeCampaigns - 1)
    await expectCleanRecount()
  }
  await decide(moderator, first, 'visible')
  await expectAll(both)
  await until(async () => (await stats()).supporters === before.supporters)
  expect(await stats()).toEqual(before)
  expect((await call(null, 'GET', `/campaigns/${first.slug}`)).body.count.supporters).toBe(3)
  await expectCleanRecount()
})

test('pledges that are confirmed or taken out while their campaign is hidden count or do not once it is shown', async () => {
  const { moderator, first, ofFirst, waiting, expectAll } = await aScene('Meanwhile')
  await expectAll(both)
  await decide(moderator, first, 'hidden')
  const { store, config } = await theSite()
  await countPerson(store.db, { personId: waiting.id, addressKey: openAddressKey(config.authSecret) })
  const selection = { campaignId: first.id, accountHours: 168 }
  const id = await started(moderator, selection)
  expect((await endOfInvalidation(moderator, id)).state).toBe('done')
  await expectAll(secondAlone)
  await expectCleanRecount()
  await decide(moderator, first, 'visible')
  await expectAll({ ...secondAlone, campaigns: 2 })
  await expectCleanRecount()
  await decide(moderator, first, 'removed')
  await undone(id)
  await endOfInvalidation(moderator, id)
  await decide(moderator, first, 'visible')
  await expectAll({ campaigns: 2, supporters: 5, yearlyCents: 6 * yearly })
  expect((await call(ofFirst, 'GET', `/campaigns/${first.slug}`)).body.count.supporters).toBe(4)
  await expectCleanRecount()
})

test('the campaigns of a suspended person leave the numbers and come back with them, quiet ones with their published number', async () => {
  const { creator, moderator, first, expectAll } = await aScene('Suspended')
  await expectAll(both)
  expect((await call(creator, 'PUT', `/campaigns/${first.id}/quiet`, { body: { every: 'day' } })).status).toBe(200)
  await join(await aPerson(), first)
  const suspension = `/moderation/people/${creator.id}/suspension`
  const body = { days: 7, rule: 'harassment', reason: 'Threats against a person.', hidesContent: true }
  expect((await call(moderator, 'PUT', suspension, { body })).status).toBe(200)
  await expectAll(secondAlone)
  expect((await call(moderator, 'DELETE', suspension, { body: { reason: 'They apologised.' } })).status).toBe(200)
  await expectAll(both)
  const { store } = await theSite()
  await until(async () => (await sql`select from tally_change`.execute(store.db)).rows.length === 0)
  await takeQuietStep(first)
  await expectAll({ campaigns: 2, supporters: 5, yearlyCents: 6 * yearly })
  await expectCleanRecount()
})

test('the migration takes campaigns out of the numbers that were hidden before it, with pledges that the numbers did not have yet', async () => {
  const { moderator, first, expectAll } = await aScene('Migrated')
  await expectAll(both)
  const { store } = await theSite()
  const statement = readFileSync('db/migrations/0411_counts_without_hidden.sql', 'utf8')
  await join(await aPerson(), first)
  await store.db.transaction().execute(async (tx) => {
    // During a migration no job counts pledges.
    await sql`lock table pledge_log in access exclusive mode`.execute(tx)
    await sql`update campaign set moderation = 'hidden' where id = ${first.id}`.execute(tx)
    await sql`update campaign_stats set is_moderated = true where campaign_id = ${first.id}`.execute(tx)
    await sql`delete from campaign_rank where campaign_id = ${first.id}`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
  await expectAll(secondAlone)
  await expectCleanRecount()
  await decide(moderator, first, 'visible')
  await expectAll({ campaigns: 2, supporters: 5, yearlyCents: 6 * yearly })
  await expectCleanRecount()
})
