import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type AuthAnswer, aMember, password, postAuth } from '#tests/support/accounts.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { call, theSite } from '#tests/support/site.ts'

// The site trusts the test as a proxy, so that guesses can come from many addresses.
ownSite({ TRUSTED_PROXIES: '127.0.0.1' })

type Guess = { password: string; from: string; cookie?: string }
const signIn = (email: string, { password, from, cookie }: Guess) =>
  postAuth('sign-in/email', { email, password }, { headers: { 'x-forwarded-for': from }, ...(cookie ? { cookie } : {}) })
const deviceOf = ({ headers }: AuthAnswer) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('holdout.device='))
    ?.split(';')[0] ?? ''

let networks = 0
/** Makes fifty guesses from ten unused addresses and returns one of these. */
async function guessEverywhere(email: string): Promise<string> {
  const network = `198.51.${networks++}`
  for (let n = 0; n < 50; n++) await signIn(email, { password: `guess ${n}`, from: `${network}.${n % 10}` })
  return `${network}.1`
}

/** A member whose account refuses every guess from elsewhere. `cookie` belongs to the browser in which they signed in before. */
async function lockedOut() {
  const { email } = await aMember()
  const cookie = deviceOf(await signIn(email, { password, from: '203.0.113.200' }))
  const attacker = await guessEverywhere(email)
  expect((await signIn(email, { password, from: '203.0.113.201' })).status).toBe(429)
  return { email, cookie, attacker }
}

test('the owner can sign in from a known browser while guesses from elsewhere have locked the account', async () => {
  const { email, cookie, attacker } = await lockedOut()
  // The owner signs in from the attacker's address, whose own budget is used up.
  for (let n = 0; n < 30; n++) await signIn(email, { password: 'again', from: attacker })
  const answer = await signIn(email, { password, from: attacker, cookie })
  expect(answer.status).toBe(200)
  expect(deviceOf(answer)).toBe(cookie)
  expect((await signIn(email, { password, from: '203.0.113.202' })).status).toBe(429)
})

test('a known browser has its own limit for guesses', async () => {
  const { email, cookie } = await lockedOut()
  const guess = async (n: number) => (await signIn(email, { password: `guess ${n}`, from: '203.0.113.200', cookie })).status
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push(await guess(n))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('the cookie of another person’s browser and a cookie with an invalid signature are ignored', async () => {
  const { email, cookie } = await lockedOut()
  const other = await aMember()
  const others = deviceOf(await signIn(other.email, { password, from: '203.0.113.210' }))
  const [id = '', mark = ''] = cookie.slice('holdout.device='.length).split('.')
  const [otherId = ''] = others.slice('holdout.device='.length).split('.')
  for (const forged of [
    others,
    `holdout.device=${otherId}.${mark}`,
    `holdout.device=${id}.${'A'.repeat(22)}`,
    `holdout.device=${id}`,
    'holdout.device=',
    `${cookie}x`,
  ])
    expect((await signIn(email, { password, from: '203.0.113.211', cookie: forged })).status).toBe(429)
})

test('one browser remembers several people, and its cookie does not reveal who they are', async () => {
  const { email, id } = await aMember()
  const first = deviceOf(await signIn(email, { password, from: '203.0.113.220' }))
  const other = await aMember()
  const both = await signIn(other.email, { password, from: '203.0.113.220', cookie: first })
  expect(both.headers.getSetCookie().find((line) => line.startsWith('holdout.device='))).toMatch(
    /^holdout\.device=[\w-]{22}\.[\w-]{22}\.[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(deviceOf(both)).not.toContain(id.slice(0, 8))
  await guessEverywhere(email)
  expect((await signIn(email, { password, from: '203.0.113.221', cookie: deviceOf(both) })).status).toBe(200)
})

test('the browser that changes or resets a password stays known', async () => {
  const member = await aMember()
  const { email } = member
  const changed = await call(member, 'PUT', '/me/password', { body: { current: password, next: 'another long passphrase' } })
  const afterChange = deviceOf({ ...changed, text: '' })
  await guessEverywhere(email)
  expect((await signIn(email, { password: 'another long passphrase', from: '203.0.113.230', cookie: afterChange })).status).toBe(200)

  const { store } = await theSite()
  const token = uuidv7()
  await store.db
    .insertInto('auth_verification')
    .values({ id: uuidv7(), identifier: `reset-password:${token}`, value: member.id, expires_at: new Date(Date.now() + 60_000) })
    .execute()
  const afterReset = deviceOf(await postAuth('reset-password', { token, password: 'a third long passphrase' }, { cookie: afterChange }))
  await guessEverywhere(email)
  expect((await signIn(email, { password: 'a third long passphrase', from: '203.0.113.231', cookie: afterChange })).status).toBe(429)
  expect((await signIn(email, { password: 'a third long passphrase', from: '203.0.113.232', cookie: afterReset })).status).toBe(200)
})

test('after a new password, no other browser is known any more', async () => {
  const member = await aMember()
  const { email } = member
  const earlier = deviceOf(await signIn(email, { password, from: '203.0.113.221' }))
  const next = 'another long passphrase'
  expect((await call(member, 'PUT', '/me/password', { body: { current: password, next } })).status).toBe(200)
  await guessEverywhere(email)
  expect((await signIn(email, { password: next, from: '203.0.113.222', cookie: earlier })).status).toBe(429)
})
