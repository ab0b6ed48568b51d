import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { sweepRows } from '#main/sweep.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { anOldPerson, expectCleanRecount, pledgeStates, supportersOf, tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'

// The tests compare every stored count and search the whole database for a person, so no other test may change it.
ownSite({}, { isPatient: true })

const detach = (who: Person | null, { id }: { id: string }) => call(who, 'DELETE', `/campaigns/${id}/pledge`)
const run = async (query: ReturnType<typeof sql>) => (await query.execute((await theSite()).store.db)).rows as any[]

/** A person whose account is a week old and whose address is confirmed. */
test('a disconnected pledge stays in the number, and nothing leads from it to its person', async () => {
  const [creator, person] = [await aPerson(), await anOldPerson()]
  const campaign = await aCampaign(creator)
  await tryToJoin(person, campaign, { isPrivate: false })
  const [action] = (await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body.actions
  await call(person, 'PUT', `/campaigns/${campaign.id}/actions/${action.id}/tick`)
  await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'They have answered.' } })
  await expectCleanRecount()
  const bell = async () => (await call(person, 'GET', '/notifications')).body.items.length
  expect(await bell()).toBe(1)

  expect(await detach(person, campaign)).toMatchObject({ status: 200, body: { id: campaign.id } })
  expect(await supportersOf(campaign)).toBe(2)
  await expectCleanRecount()
  expect(await bell()).toBe(0)
  for (const path of ['/me/pledges', `/profiles/${person.id}/pledges`]) expect((await call(person, 'GET', path)).body.items).toEqual([])
  expect((await call(person, 'GET', '/me/dashboard')).body).toMatchObject({ pledges: { total: 0 }, impact: { pledges: 0 } })
  expect((await call(person, 'GET', `/campaigns/${campaign.id}`)).body.viewer.pledge).toBe(null)
  expect((await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).status).toBe(404)
  expect(JSON.stringify((await call(creator, 'GET', '/notifications')).body)).not.toContain(person.id)
  expect(JSON.stringify((await call(person, 'GET', '/me/export')).body)).not.toContain(campaign.id)
  expect(await tablesWith(person.id)).toEqual(['auth_session', 'notification_mailing', 'person'])
  // The request is repeated, like a retry.
  expect((await detach(person, campaign)).status).toBe(404)
})

test('times of a disconnected pledge are cut to the hour, and moderators still find it by the age of the account', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await anOldPerson()
  await tryToJoin(person, campaign)
  await run(sql`update person set created_at = now() - interval '30 hours' where id = ${person.id}`)
  await detach(person, campaign)
  const [row] = await run(sql`
    select p.created_at = date_trunc('hour', p.created_at) as "isCut", p.counted_at = date_trunc('hour', p.counted_at) as "isCountedCut",
      p.created_at - q.created_at = interval '24 hours' as "isOlderThanADay", p.domain_key, q.email, q.deleted_at is not null as "isDeleted"
    from pledge p join person q on q.id = p.person_id where p.campaign_id = ${campaign.id} and p.is_detached`)
  expect(row).toEqual({ isCut: true, isCountedCut: true, isOlderThanADay: true, domain_key: null, email: null, isDeleted: true })
})

test('a mailbox that joins again after disconnecting its pledge is not counted twice, and can disconnect the new pledge too', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await anOldPerson()
  await tryToJoin(person, campaign)
  for (const _time of [1, 2]) {
    expect((await detach(person, campaign)).status).toBe(200)
    expect((await tryToJoin(person, campaign)).body).toMatchObject({ pledge: { state: 'repeated' }, count: { supporters: 2 } })
  }
  await expectCleanRecount()
})

test('neither a pledge that does not count nor the creator’s can be disconnected, and the response gives the reason', async () => {
  const creator = await anOldPerson()
  const campaign = await aCampaign(creator)
  const [waiting, reviewed, removed] = [await aPerson({ isCounted: false }), await anOldPerson(), await anOldPerson()]
  for (const person of [waiting, reviewed, removed]) await tryToJoin(person, campaign)
  await run(sql`update pledge set state = 'review', counted_at = null where campaign_id = ${campaign.id} and person_id = ${reviewed.id}`)
  await run(sql`update pledge set state = 'invalid', own_state = 'counted' where campaign_id = ${campaign.id} and person_id = ${removed.id}`)
  for (const person of [waiting, reviewed, removed]) expect(await detach(person, campaign)).toMatchObject({ status: 409, body: { code: 'PLEDGE_NOT_COUNTED' } })
  expect(await detach(creator, campaign)).toMatchObject({ status: 409, body: { code: 'CREATOR_STAYS' } })
  expect((await detach(null, campaign)).status).toBe(401)
  expect((await detach(await anOldPerson(), campaign)).status).toBe(404)
  expect(await pledgeStates(campaign, [waiting, reviewed, removed, creator])).toEqual(['unconfirmed', 'review', 'invalid', 'counted'])
  await recount((await theSite()).store, { check: false })
})

test('an account without an email address that joins again after disconnecting is not counted twice', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await anOldPerson()
  await run(sql`update person set email = null, email_verified = false where id = ${person.id}`)
  expect((await tryToJoin(person, campaign)).body.count.supporters).toBe(2)
  expect((await detach(person, campaign)).status).toBe(200)
  expect((await tryToJoin(person, campaign)).body.count.supporters).toBe(2)
  await expectCleanRecount()
})

test('people who joined with a new account can disconnect after three days, and the response does not reveal held pledges', async () => {
  const campaign = await aCampaign(await aPerson())
  const [counted, held] = [await aPerson(), await aPerson()]
  for (const person of [counted, held]) await tryToJoin(person, campaign)
  const responses = async () => {
    const both = [await detach(counted, campaign), await detach(held, campaign)]
    return both.map(({ status, body }) => JSON.stringify({ status, body }).replace(/\d{4}-[^"]+/, 'TIME'))
  }
  const [first] = await responses()
  expect(first).toContain('PLEDGE_TOO_NEW')
  await run(sql`update pledge set state = 'held', counted_at = null where campaign_id = ${campaign.id} and person_id = ${held.id}`)
  expect(await responses()).toEqual([first, first])
  await recount((await theSite()).store, { check: false })
  const { detaching } = (await call(held, 'GET', `/campaigns/${campaign.id}/pledge`)).body
  expect(Math.round((Date.parse(detaching.from) - Date.now()) / 3_600_000)).toBe(72)
})

test('the key of a disconnected pledge’s mailbox is deleted 90 days after the end, unless the mailbox has joined again', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [gone, back] = [await anOldPerson(), await anOldPerson()]
  for (const person of [gone, back]) {
    await tryToJoin(person, campaign)
    await detach(person, campaign)
  }
  await tryToJoin(back, campaign)
  const keys = async () => {
    await sweepRows((await theSite()).store.db)
    return (await run(sql`select address_key from pledge where campaign_id = ${campaign.id} and is_detached`)).filter((row) => row.address_key !== null).length
  }
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  expect(await keys()).toBe(2)
  await run(sql`update campaign set ended_on = (now() at time zone 'UTC')::date - 91 where id = ${campaign.id}`)
  expect(await keys()).toBe(1)
})

test('a pledge can be disconnected after the end, and the directory counts it as a person of its own', async () => {
  const creator = await aPerson()
  const name = `Target ${uniqueWords()}`
  const [one, other] = [await aCampaign(creator, { target: { name } }), await aCampaign(creator, { target: { name } })]
  const person = await anOldPerson()
  for (const campaign of [one, other]) await tryToJoin(person, campaign)
  const ofTarget = async () => {
    await expectCleanRecount()
    return (await run(sql`select t.supporters from tally t join target g on g.id = t.subject_id where g.name = ${name}`))[0].supporters
  }
  expect(Number(await ofTarget())).toBe(2)
  await detach(person, one)
  expect(Number(await ofTarget())).toBe(3)
  await call(creator, 'POST', `/campaigns/${other.id}/archive`, { body: {} })
  expect((await detach(person, other)).status).toBe(200)
  expect(Number(await ofTarget())).toBe(2)
  expect(await supportersOf(other)).toBe(2)
})

/** The tables with a row that contains this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { store } = await theSite()
  const tables = (await store.db.introspection.getTables()).filter(({ isView }) => !isView)
  const found = await Promise.all(
    tables.map(async ({ name }) => ({ name, rows: await run(sql`select 1 from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`) })),
  )
  return found.flatMap(({ name, rows }) => (rows.length ? [name] : [])).sort()
}
