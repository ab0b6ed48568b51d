import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { linkIn } from '#tests/support/mail-server.ts'
import { expectCleanRecount, join } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, left, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

// Accounts that change their address and then continue or are deleted.

const password = 'blue pencil rain'
const server = await aSiteWithMail()

test('one mailbox counts once, also if its account changes the address before it joins again', async () => {
  const [address, others] = [anEmail(), [anEmail(), anEmail()]]
  const campaign = await aCampaign(await aPerson())
  const first = await aMember(address)
  expect((await join(first, campaign)).count.supporters).toBe(2)
  for (const other of others) {
    const person = other === others[0] ? first : await aMember(address)
    const state = person === first ? 'counted' : 'repeated'
    expect(await join(person, campaign)).toMatchObject({ pledge: { state }, count: { supporters: 2 } })
    await changeTo(person, other)
    await left(person)
  }
  expect((await join(await aMember(address), campaign)).count.supporters).toBe(2)
  await expectCleanRecount()
})

test('a person who changes the address stays counted once and can join with the new one', async () => {
  const { store } = await theSite()
  const [address, next, third] = [anEmail(), anEmail(), anEmail()]
  const [before, after] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const person = await aMember(address)
  await join(person, before)
  await changeTo(person, next)
  for (const campaign of [before, after, before]) expect(await join(person, campaign)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters: 2 } })
  const rows = () => store.db.selectFrom('pledge').select(['campaign_id', 'address_key']).where('person_id', '=', person.id).orderBy('created_at').execute()
  const [kept, newer] = await rows()
  expect([kept?.address_key?.length, newer?.address_key?.length]).toEqual([64, 64])
  // Changing the address again, even back to the first one, must not change the stored key.
  await changeTo(person, third)
  await changeTo(person, address)
  expect((await join(person, before)).count.supporters).toBe(2)
  const [still] = await rows()
  expect(still?.address_key).toBe(kept?.address_key)
  await left(person)
  expect((await join(await aMember(address), before)).count.supporters).toBe(2)
  expect((await join(await aMember(next), after)).count.supporters).toBe(2)
  await expectCleanRecount()
})

test('an address that never counted may still count after its account has changed to another address', async () => {
  const campaign = await aCampaign(await aPerson())
  const [typed, own] = [anEmail(), anEmail()]
  const person = await aNewcomer(typed)
  // This link stops working when the account changes its address.
  await server.next(typed, /Confirm your email/)
  await join(person, campaign)
  await changeTo(person, own)
  expect((await join(await aMember(typed), campaign)).count.supporters).toBe(3)
})

test('mail and refusals of a pending new address are deleted, unless it belongs to another account', async () => {
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
    await left(person)
    const mails = (await store.db.selectFrom('mail').select('id').where('address', '=', pending).execute()).map(({ id }) => id)
    // The new owner of the address may have other mail queued.
    expect(isTaken ? mails.filter((id) => id === letterId) : mails).toEqual(isTaken ? [letterId] : [])
    const refusals = await store.db.selectFrom('refused_address').select('address').where('address', '=', pending).execute()
    expect(refusals).toHaveLength(isTaken ? 1 : 0)
    await store.db.deleteFrom('mail').where('address', '=', pending).execute()
  }
})

const anEmail = () => `${uuidv7()}@people.test`

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

/** An account that is signed in and has not confirmed its address. */
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
