import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmingToken, aMember, type Member, postAuth, signedIn } from '#tests/support/accounts.ts'
import { comeBack, cookiesOf, leave, link, type OAuth, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { call, theSite, until } from '#tests/support/site.ts'
import { firstClaim } from './server/first-claim.ts'

// The five known attacks in which somebody makes an account with another's address before its owner comes, and a sixth: that the
// owner presses the link that the sign-up mailed. Owners prove their address by a new password through a mailed link.

let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())

const attackersPassword = 'planted beforehand'
const victimsPassword = 'really my own one'

test('classic-federated merge: the owner who comes through another site does not land in the attacker’s account', async () => {
  const { email, id } = await plantedAccount()
  const owner = { sub: uuidv7(), name: 'Vic Tim', email, email_verified: true }
  const arrived = await signInThrough({ oauth, way: 'google', as: owner, returnTo: '/dashboard' })
  expect(arrived).toMatchObject({ location: '/auth?problem=known-address&provider=google&returnTo=%2Fdashboard', cookie: '' })
  expect(await identitiesOf(id)).toEqual(['credential'])
  // Once the owner has proved the address, the attacker is out and the owner comes in.
  await provedByMail({ id, email })
  expect((await signIn(email, attackersPassword)).status).toBe(401)
  const back = await signInThrough({ oauth, way: 'google', as: owner, returnTo: '/dashboard' })
  expect(back.location).toBe('/dashboard')
  expect(await whoIs(back.cookie)).toBe(id)
})

test('unexpired session: what the attacker left open ends when the owner proves the address', async () => {
  const { email, id, cookie } = await plantedAccount()
  const second = (await signedIn(email, attackersPassword)).cookie
  expect([await whoIs(cookie), await whoIs(second)]).toEqual([id, id])
  await provedByMail({ id, email })
  expect([await whoIs(cookie), await whoIs(second)]).toEqual([null, null])
})

test('trojan identifier: another site’s account that the attacker linked no longer opens it', async () => {
  const { email, id, cookie } = await plantedAccount()
  const attacker = { sub: uuidv7(), name: 'At Tacker', email: `${uuidv7()}@people.test`, email_verified: true }
  await link({ oauth, way: 'google', as: attacker, cookie, password: attackersPassword })
  // A link that the attacker began and means to end later.
  oauth.is({ sub: uuidv7(), name: 'At Tacker' })
  const begun = await leave('link/discord', { body: { password: attackersPassword }, cookie })
  const later = await oauth.through(begun.url)
  expect(await whoIs((await signInThrough({ oauth, way: 'google', as: attacker })).cookie)).toBe(id)

  await provedByMail({ id, email })
  expect(await whoIs((await signInThrough({ oauth, way: 'google', as: attacker })).cookie)).not.toBe(id)
  expect((await comeBack(later, `${cookie}; ${cookiesOf(begun.lines)}`)).location).toMatch(/problem=/)
  expect(await identitiesOf(id)).toEqual(['credential'])
})

test('unexpired change of address: what was under way dies with the proof', async () => {
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

test('non-verifying provider: an address that a site has not confirmed opens and keeps nobody’s account', async () => {
  const { store } = await theSite()
  // The owner is here already ...
  const owner = await plantedAccount()
  await provedByMail(owner)
  for (const way of ['google', 'twitch', 'discord', 'facebook']) {
    for (const email_verified of [false, undefined]) {
      const attacker = { sub: uuidv7(), name: 'At Tacker', email: owner.email, ...(email_verified === undefined ? {} : { email_verified }) }
      const { cookie } = await signInThrough({ oauth, way, as: attacker })
      expect([null, owner.id]).not.toContain(await whoIs(cookie))
    }
  }
  // ... or comes later: the address is still free.
  const email = `${uuidv7()}@people.test`
  const early = await signInThrough({ oauth, way: 'discord', as: { sub: uuidv7(), name: 'At Tacker', email, email_verified: false } })
  const owned = await signInThrough({ oauth, way: 'google', as: { sub: uuidv7(), name: 'Vic Tim', email, email_verified: true } })
  expect(await whoIs(owned.cookie)).not.toBe(await whoIs(early.cookie))
  expect(await store.db.selectFrom('person').select('id').where('email', '=', email).execute()).toEqual([{ id: await whoIs(owned.cookie) }])
  expect(await identitiesOf((await whoIs(early.cookie)) ?? '')).toEqual(['discord'])
})

test('pressed link: an owner who presses the mailed link of an account that an attacker made can still put the attacker out', async () => {
  const [first, second] = [await plantedAccount(), await plantedAccount()]
  // In a browser that is not signed in, or signed in as somebody else.
  expect((await postAuth('verify-email', { token: await aConfirmingToken(first) })).status).toBe(200)
  expect((await postAuth('verify-email', { token: await aConfirmingToken(second) }, await aMember())).status).toBe(200)
  // By a new password ...
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

test('who presses the mailed link in a browser that is signed in as this person has claimed the account, and keeps the password', async () => {
  const member = await aMember()
  expect((await postAuth('verify-email', { token: await aConfirmingToken(member) }, member)).status).toBe(200)
  const owner = { sub: uuidv7(), name: 'Test Person', email: member.email, email_verified: true }
  const arrived = await signInThrough({ oauth, way: 'google', as: owner })
  expect([await whoIs(arrived.cookie), await whoIs(member.cookie)]).toEqual([member.id, member.id])
  expect(await identitiesOf(member.id)).toEqual(['credential', 'google'])
})

test('who proves the own address by linking keeps this session and the password, and everything else goes', async () => {
  const { store } = await theSite()
  const { email, id, cookie } = await plantedAccount()
  const elsewhere = (await signedIn(email, attackersPassword)).cookie
  await link({ oauth, way: 'twitch', as: { sub: uuidv7(), email: `${uuidv7()}@people.test`, email_verified: true }, cookie, password: attackersPassword })
  await link({ oauth, way: 'google', as: { sub: uuidv7(), email, email_verified: true }, cookie, password: attackersPassword })
  expect([await whoIs(cookie), await whoIs(elsewhere)]).toEqual([id, null])
  expect(await identitiesOf(id)).toEqual(['credential', 'google'])
  expect(await store.db.selectFrom('person').select('email_verified').where('id', '=', id).executeTakeFirst()).toEqual({ email_verified: true })
})

test('who proves the own address by signing in through a linked site is alone in the account', async () => {
  const { email, id, cookie } = await plantedAccount()
  const owner = { sub: uuidv7(), name: 'Vic Tim' }
  await link({ oauth, way: 'google', as: { ...owner, email: `${uuidv7()}@people.test`, email_verified: true }, cookie, password: attackersPassword })
  const arrived = await signInThrough({ oauth, way: 'google', as: { ...owner, email, email_verified: true } })
  expect([await whoIs(arrived.cookie), await whoIs(cookie)]).toEqual([id, null])
  expect(await identitiesOf(id)).toEqual(['google'])
  expect((await signIn(email, attackersPassword)).status).toBe(401)
})

test('an address is claimed once, and only the one that the account has', async () => {
  const { store } = await theSite()
  const { email, id, cookie } = await plantedAccount()
  expect(await firstClaim(store.db, { personId: id, email: `x${email}`, keep: {} })).toBeNull()
  expect(await whoIs(cookie)).toBe(id)
  const claims = await Promise.all(Array.from({ length: 8 }, () => firstClaim(store.db, { personId: id, email, keep: {} })))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

/** An account that somebody made with an address that need not be theirs, and their session. */
const plantedAccount = (): Promise<Member> => aMember({ password: attackersPassword })

/** The owner asks for a new password, follows the mailed link and sets it. */
async function provedByMail({ id, email }: { id: string; email: string }) {
  const { store } = await theSite()
  const links = () =>
    store.db.selectFrom('auth_verification').select('identifier').where('value', '=', id).where('identifier', 'like', 'reset-password:%').execute()
  const before = new Set((await links()).map(({ identifier }) => identifier))
  expect((await postAuth('request-password-reset', { email })).status).toBe(200)
  // Made beside the answer.
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
