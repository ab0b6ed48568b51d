import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { differences } from '#main/operations/recount.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { phrase } from './policy.ts'

// An address that is given up for another, by an account that goes on or leaves afterwards.

const password = 'blue pencil rain'
const server = await aSiteWithMail()

test('one mailbox counts once, also when its account goes on with another address before it joins again', async () => {
  const [address, others] = [anEmail(), [anEmail(), anEmail()]]
  const campaign = await aCampaign(await aPerson())
  const first = await aMember(address)
  expect((await join(first, campaign)).count.supporters).toBe(2)
  for (const other of others) {
    const person = other === others[0] ? first : await aMember(address)
    expect(await join(person, campaign)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters: 2 } })
    await changeTo(person, other)
    await leave(person)
  }
  expect((await join(await aMember(address), campaign)).count.supporters).toBe(2)
  await countsHold()
})

test('whoever changes the address stays counted once, and goes on joining under the new one', async () => {
  const { store } = await theSite()
  const [address, next, third] = [anEmail(), anEmail(), anEmail()]
  const [before, after] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const person = await aMember(address)
  await join(person, before)
  await changeTo(person, next)
  for (const campaign of [before, after, before]) expect(await join(person, campaign)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters: 2 } })
  const rows = () => store.db.selectFrom('pledge').select(['campaign_id', 'address_key']).where('person_id', '=', person.id).orderBy('created_at').execute()
  const [kept, open] = await rows()
  expect([kept?.address_key?.length, open?.address_key]).toEqual([64, null])
  // Another change, and back to the first address: what was kept stays as it is.
  await changeTo(person, third)
  await changeTo(person, address)
  expect((await join(person, before)).count.supporters).toBe(2)
  const [still] = await rows()
  expect(still?.address_key).toBe(kept?.address_key)
  await leave(person)
  expect((await join(await aMember(address), before)).count.supporters).toBe(2)
  expect((await join(await aMember(next), after)).count.supporters).toBe(2)
  await countsHold()
})

test('an address that never counted leaves no key when it is changed', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [typed, own] = [anEmail(), anEmail()]
  const person = await aNewcomer(typed)
  // Its link is of this account, and dead once the account has another address.
  await server.next(typed, /Confirm your email/)
  await join(person, campaign)
  await changeTo(person, own)
  expect(await store.db.selectFrom('pledge').select(['state', 'address_key']).where('person_id', '=', person.id).execute()).toEqual([
    { state: 'counted', address_key: null },
  ])
  expect((await join(await aMember(typed), campaign)).count.supporters).toBe(3)
})

test('of an address that was to be the new one no letter and no refusal stays, unless it is somebody else’s', async () => {
  const { store } = await theSite()
  for (const isTaken of [false, true]) {
    const [address, pending] = [anEmail(), anEmail()]
    const person = await aMember(address)
    await post('change-email', { email: pending, password }, person)
    await server.next(pending)
    if (isTaken) await aMember(pending)
    const waits = new Date(Date.now() + 3_600_000)
    const letterId = uuidv7()
    const letter = JSON.stringify({ subject: 'x', preheader: '', paragraphs: [] })
    await store.db.insertInto('mail').values({ id: letterId, kind: 'welcome', address: pending, letter, next_try_at: waits, expires_at: waits }).execute()
    await store.db.insertInto('refused_address').values({ address: pending, answer: 'no such box' }).execute()
    await leave(person)
    const mails = (await store.db.selectFrom('mail').select('id').where('address', '=', pending).execute()).map(({ id }) => id)
    // Letters to whoever has it may be on their way besides.
    expect(isTaken ? mails.filter((id) => id === letterId) : mails).toEqual(isTaken ? [letterId] : [])
    const refusals = await store.db.selectFrom('refused_address').select('address').where('address', '=', pending).execute()
    expect(refusals).toHaveLength(isTaken ? 1 : 0)
    await store.db.deleteFrom('mail').where('address', '=', pending).execute()
  }
})

const anEmail = () => `${uuidv7()}@people.test`

async function leave(person: Person) {
  expect((await call(person, 'DELETE', '/me', { body: { phrase } })).status).toBe(200)
}

async function join(person: Person, { id }: { id: string }) {
  const { status, body } = await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  expect(status).toBe(200)
  return body
}

async function post(path: string, body: unknown, as?: Person) {
  const { origin } = await theSite()
  const headers = { origin, 'content-type': 'application/json', ...(as ? { cookie: as.cookie } : {}) }
  const response = await fetch(`${origin}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return response
}

async function changeTo(person: Person, email: string) {
  await post('change-email', { email, password }, person)
  const { token } = linkIn(await server.next(email, /new email/), 'email')
  await post('verify-new-email', { token }, person)
}

/** Someone who has signed up and in, and not confirmed the address. */
async function aNewcomer(email: string): Promise<Person> {
  const { store } = await theSite()
  await post('sign-up/email', { name: 'Ada Lovelace', email, password })
  const { headers } = await post('sign-in/email', { email, password })
  const { id } = await store.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { id, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

async function aMember(email: string): Promise<Person> {
  const person = await aNewcomer(email)
  await post('verify-email', { token: linkIn(await server.next(email, /Confirm your email/), 'confirm').token }, person)
  return person
}

/** Every stored count is what it counts, once nothing waits any more. */
async function countsHold() {
  const { store } = await theSite()
  await until(async () => (await store.db.selectFrom('pledge_log').select('id').limit(1).execute()).length === 0)
  expect(await differences(store)).toEqual([])
}
