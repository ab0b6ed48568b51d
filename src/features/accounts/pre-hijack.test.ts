import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmingToken, aMember, type Member, postAuth, signedIn } from '#tests/support/accounts.ts'
import { cookiesOf, leave, link, type OAuth, returnFrom, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { call, theSite, until } from '#tests/support/site.ts'
import { firstClaim } from './server/first-claim.ts'

// The five known attacks in which somebody makes an account with another person's address before the owner signs up, and a sixth: the owner
// presses the link that the sign-up mailed. Owners prove their address by setting a new password through a mailed link.

let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())

const attackersPassword = 'planted beforehand'
const victimsPassword = 'really my own one'

test('classic-federated merge: an owner who signs in through another site does not get the attacker’s account', async () => {
  const { email, id } = await plantedAccount()
  const owner = { sub: uuidv7(), name: 'Vic Tim', email, email_verified: true }
  const arrived = await signInThrough({ oauth, way: 'google', as: owner, returnTo: '/dashboard' })
  expect(arrived).toMatchObject({ location: '/auth?problem=known-address&provider=google&returnTo=%2Fdashboard', cookie: '' })
  expect(await identitiesOf(id)).toEqual(['credential'])
  // After the owner has proved the address, the attacker has no access and the owner does.
  await provedByMail({ id, email })
  expect((await signIn(email, attackersPassword)).status).toBe(401)
  const back = await signInThrough({ oauth, way: 'google', as: owner, returnTo: '/dashboard' })
  expect(back.location).toBe('/dashboard')
  expect(await whoIs(back.cookie)).toBe(id)
})

test('unexpired session: the attacker’s session ends when the owner proves the address', async () => {
  const { email, id, cookie } = await plantedAccount()
  const second = (await signedIn(email, attackersPassword)).cookie
  expect([await whoIs(cookie), await whoIs(second)]).toEqual([id, id])
  await provedByMail({ id, email })
  expect([await whoIs(cookie), await whoIs(second)]).toEqual([null, null])
})

test('trojan identifier: a provider account that the attacker linked no longer opens the account', async () => {
  const { email, id, cookie } = await plantedAccount()
  const attacker = { sub: uuidv7(), name: 'At Tacker', email: `${uuidv7()}@people.test`, email_verified: true }
  await link({ oauth, way: 'google', as: attacker, cookie, password: attackersPassword })
  // The attacker begins to link another site and means to finish later.
  oauth.is({ sub: uuidv7(), name: 'At Tacker' })
  const begun = await leave('link/discord', { body: { password: attackersPassword }, cookie })
  const later = await oauth.through(begun.url)
  expect(await whoIs((await signInThrough({ oauth, way: 'google', as: attacker })).cookie)).toBe(id)

  await provedByMail({ id, email })
  expect(await whoIs((await signInThrough({ oauth, way: 'google', as: attacker })).cookie)).not.toBe(id)
  expect((await returnFrom(later, `${cookie}; ${cookiesOf(begun.lines)}`)).location).toMatch(/problem=/)
  expect(await identitiesOf(id)).toEqual(['credential'])
})

test('unexpired change of address: a pending change is cancelled when the owner proves the address', async () => {
  const { store } = await theSite()
  const { email, id } = await plantedAccount()
  const row = { identifier: `change-email:${id}`, value: JSON.stringify({ to: 'attacker@people.test' }), expires_at: new Date(Date.now() + 3_600_000) }
  const reset = { identifier: `reset-password:${uuidv7()}`, value: id, expires_at: row.expires_at }
  const others = { identifier: `reset-password:${uuidv7()}`, value: uuidv7(), expires_at: row.expires_at }
  await store.db
    .insertInto('auth_verification')
    .values([row, reset, others].map((one) => ({ id: uuidv7(), ...one })))
    .execute()
  await provedByMail({ id, email })
  const left = await store.db
    .selectFrom('auth_verification')
    .select('identifier')
    .where('identifier', 'in', [row.identifier, reset.identifier, others.identifier])
    .execute()
  expect(left).toEqual([{ identifier: others.identifier }])
})

test('non-verifying provider: an address that a provider has not confirmed gives access to no account', async () => {
  const { store } = await theSite()
  // The owner already has an account ...
  const owner = await plantedAccount()
  await provedByMail(owner)
  for (const way of ['google', 'twitch', 'discord', 'facebook']) {
    for (const email_verified of [false, undefined]) {
      const attacker = { sub: uuidv7(), name: 'At Tacker', email: owner.email, ...(email_verified === undefined ? {} : { email_verified }) }
      const { cookie } = await signInThrough({ oauth, way, as: attacker })
      expect([null, owner.id]).not.toContain(await whoIs(cookie))
    }
  }
  // ... or signs up later: the address is still free.
  const email = `${uuidv7()}@people.test`
  const early = await signInThrough({ oauth, way: 'discord', as: { sub: uuidv7(), name: 'At Tacker', email, email_verified: false } })
  const owned = await signInThrough({ oauth, way: 'google', as: { sub: uuidv7(), name: 'Vic Tim', email, email_verified: true } })
  expect(await whoIs(owned.cookie)).not.toBe(await whoIs(early.cookie))
  expect(await store.db.selectFrom('person').select('id').where('email', '=', email).execute()).toEqual([{ id: await whoIs(owned.cookie) }])
  expect(await identitiesOf((await whoIs(early.cookie)) ?? '')).toEqual(['discord'])
})

test('pressed link: an owner who confirmed an account that an attacker created can still remove the attacker', async () => {
  const [first, second] = [await plantedAccount(), await plantedAccount()]
  // In a browser that is not signed in, or signed in as somebody else.
  expect((await postAuth('verify-email', { token: await aConfirmingToken(first) })).status).toBe(200)
  expect((await postAuth('verify-email', { token: await aConfirmingToken(second) }, await aMember())).status).toBe(200)
  // The owner proves the address by a new password ...
  await provedByMail(first)
  expect(await whoIs(first.cookie)).toBeNull()
  expect((await signIn(first.email, attackersPassword)).status).toBe(401)
  expect((await signedIn(first.email, victimsPassword)).id).toBe(first.id)
  // ... or through another site that has confirmed the address.
  const owner = { sub: uuidv7(), name: 'Vic Tim', email: second.email, email_verified: true }
  const arrived = await signInThrough({ oauth, way: 'google', as: owner })
  expect([await whoIs(arrived.cookie), await whoIs(second.cookie)]).toEqual([second.id, null])
  expect((await signIn(second.email, attackersPassword)).status).toBe(401)
  expect(await identitiesOf(second.id)).toEqual(['google'])
})

test('using the mailed link in a browser that is signed in as this person claims the account and keeps the password', async () => {
  const member = await aMember()
  expect((await postAuth('verify-email', { token: await aConfirmingToken(member) }, member)).status).toBe(200)
  const owner = { sub: uuidv7(), name: 'Test Person', email: member.email, email_verified: true }
  const arrived = await signInThrough({ oauth, way: 'google', as: owner })
  expect([await whoIs(arrived.cookie), await whoIs(member.cookie)]).toEqual([member.id, member.id])
  expect(await identitiesOf(member.id)).toEqual(['credential', 'google'])
})

test('proving an address by linking a provider keeps this session and the password, and removes everything else', async () => {
  const { store } = await theSite()
  const { email, id, cookie } = await plantedAccount()
  const elsewhere = (await signedIn(email, attackersPassword)).cookie
  await link({ oauth, way: 'twitch', as: { sub: uuidv7(), email: `${uuidv7()}@people.test`, email_verified: true }, cookie, password: attackersPassword })
  await link({ oauth, way: 'google', as: { sub: uuidv7(), email, email_verified: true }, cookie, password: attackersPassword })
  expect([await whoIs(cookie), await whoIs(elsewhere)]).toEqual([id, null])
  expect(await identitiesOf(id)).toEqual(['credential', 'google'])
  expect(await store.db.selectFrom('person').select('email_verified').where('id', '=', id).executeTakeFirst()).toEqual({ email_verified: true })
})

test('proving an address by signing in through a linked provider removes all other access', async () => {
  const { email, id, cookie } = await plantedAccount()
  const owner = { sub: uuidv7(), name: 'Vic Tim' }
  await link({ oauth, way: 'google', as: { ...owner, email: `${uuidv7()}@people.test`, email_verified: true }, cookie, password: attackersPassword })
  const arrived = await signInThrough({ oauth, way: 'google', as: { ...owner, email, email_verified: true } })
  expect([await whoIs(arrived.cookie), await whoIs(cookie)]).toEqual([id, null])
  expect(await identitiesOf(id)).toEqual(['google'])
  expect((await signIn(email, attackersPassword)).status).toBe(401)
})

test('only the account’s own email address can be claimed, and only once', async () => {
  const { store } = await theSite()
  const { email, id, cookie } = await plantedAccount()
  expect(await firstClaim(store.db, { personId: id, email: `x${email}`, keep: {} })).toBeNull()
  expect(await whoIs(cookie)).toBe(id)
  const claims = await Promise.all(Array.from({ length: 8 }, () => firstClaim(store.db, { personId: id, email, keep: {} })))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

/** An account made with an address that need not belong to its creator, and the creator's session. */
const plantedAccount = (): Promise<Member> => aMember({ password: attackersPassword })

/** The owner requests a new password, follows the mailed link and sets it. */
async function provedByMail({ id, email }: { id: string; email: string }) {
  const { store } = await theSite()
  const links = () =>
    store.db.selectFrom('auth_verification').select('identifier').where('value', '=', id).where('identifier', 'like', 'reset-password:%').execute()
  const before = new Set((await links()).map(({ identifier }) => identifier))
  expect((await postAuth('request-password-reset', { email })).status).toBe(200)
  // The link is stored in the background, after the response.
  const { identifier } = await until(async () => (await links()).find((link) => !before.has(link.identifier)))
  const token = identifier.slice('reset-password:'.length)
  expect((await postAuth('reset-password', { token, password: victimsPassword })).status).toBe(200)
}

const signIn = (email: string, password: string) => postAuth('sign-in/email', { email, password })

async function whoIs(cookie: string): Promise<string | null> {
  const { status, body } = await call({ id: '', cookie }, 'GET', '/me')
  return status === 200 ? body.id : null
}

async function identitiesOf(id: string): Promise<string[]> {
  const { store } = await theSite()
  const rows = await store.db.selectFrom('auth_account').select('provider_id').where('person_id', '=', id).orderBy('provider_id').execute()
  return rows.map(({ provider_id }) => provider_id)
}
