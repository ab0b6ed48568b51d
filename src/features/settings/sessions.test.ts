import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aMember, anotherSession, password, postAuth } from '#tests/support/accounts.ts'
import { aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { deviceOf } from './server/device.ts'

const next = 'green pencil snow'
const isIn = async (who: Person) => (await call(who, 'GET', '/me')).status === 200
const list = async (who: Person) => (await call(who, 'GET', '/me/sessions')).body.items

test('sessions are listed with the current one first, in words, without tokens or network addresses', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const phone = await anotherSession(person)
  const ended = await anotherSession(person)
  const unseen = await anotherSession(person)
  await anotherSession(await aPerson())
  const change = (id: string, to: Record<string, unknown>) => store.db.updateTable('auth_session').set(to).where('id', '=', id).execute()
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  await change(phone.sessionId, { user_agent: userAgent, ip_address: '203.0.113.9', updated_at: new Date(Date.now() + 60_000) })
  await change(ended.sessionId, { expires_at: new Date(0) })
  await change(unseen.sessionId, { updated_at: new Date(Date.now() - 8 * 86_400_000) })
  const items = await list(person)
  expect(items).toEqual([
    { id: expect.any(String), browser: null, system: null, signedInAt: expect.any(String), lastSeenAt: expect.any(String), isThis: true },
    { id: phone.sessionId, browser: 'Safari', system: 'iPhone', signedInAt: expect.any(String), lastSeenAt: expect.any(String), isThis: false },
  ])
  expect(JSON.stringify(items)).not.toContain(decodeURIComponent(phone.cookie).split(/[=.]/)[2])
  expect((await list(phone))[0]).toMatchObject({ id: phone.sessionId, isThis: true })
})

test('an ended session is refused at its next request, and ending it again is not found', async () => {
  const person = await aPerson()
  const [one, two] = [await anotherSession(person), await anotherSession(person)]
  expect((await call(person, 'DELETE', `/me/sessions/${one.sessionId}`)).body).toEqual({ id: one.sessionId })
  expect([await isIn(one), await isIn(two), await isIn(person)]).toEqual([false, true, true])
  expect((await call(person, 'DELETE', `/me/sessions/${one.sessionId}`)).status).toBe(404)
  const stranger = await aPerson()
  expect((await call(stranger, 'DELETE', `/me/sessions/${two.sessionId}`)).status).toBe(404)
  expect(await isIn(two)).toBe(true)
})

test('"sign out everywhere else" keeps this session and those of other people', async () => {
  const [person, stranger] = [await aPerson(), await aPerson()]
  const others = [await anotherSession(person), await anotherSession(person)]
  expect((await call(person, 'POST', '/me/sessions/end-others', { body: {} })).body).toEqual({ ended: 2 })
  expect(await Promise.all([...others, person, stranger].map(isIn))).toEqual([false, false, true, true])
  expect((await call(person, 'POST', '/me/sessions/end-others', { body: {} })).body).toEqual({ ended: 0 })
})

test('after a password change only the new password works, and all other sessions and mailed links end', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const other = await anotherSession(person)
  await store.db
    .insertInto('auth_verification')
    .values({ id: uuidv7(), identifier: `reset-password:${uuidv7()}`, value: person.id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  expect(await change(person, { current: password, next })).toMatchObject({ status: 200, body: { ended: 1 } })
  expect([await isIn(person), await isIn(other)]).toEqual([true, false])
  expect(await store.db.selectFrom('auth_verification').select('id').where('value', '=', person.id).execute()).toEqual([])
  expect([await signsIn(person.email, password), await signsIn(person.email, next)]).toEqual([401, 200])
})

test('each rule of a password is refused at its field, and the old password stays', async () => {
  const person = await aMember()
  const other = await anotherSession(person)
  const wrong = [
    [{ current: 'not this one', next }, 'current', 'CURRENT_PASSWORD_WRONG'],
    [{ current: password, next: 'short' }, 'next', 'PASSWORD_TOO_SHORT'],
    [{ current: password, next: 'p'.repeat(129) }, 'next', 'PASSWORD_TOO_LONG'],
    [{ current: password, next: 'PassWord1' }, 'next', 'PASSWORD_COMMON'],
    [{ current: password, next: 'abc'.repeat(5) }, 'next', 'PASSWORD_REPEATS'],
    [{ current: password, next: 'TestPerson-7' }, 'next', 'PASSWORD_PERSONAL'],
  ] as const
  for (const [body, field, code] of wrong) {
    expect(await change(person, body)).toMatchObject({ status: 422, body: { code, data: { fields: { [field]: code } } } })
  }
  expect(await isIn(other)).toBe(true)
  expect(await signsIn(person.email, password)).toBe(200)
})

test('guesses at the current password are limited, and nobody outside the session can use up the limit', async () => {
  const person = await aMember()
  for (let n = 0; n < 6; n++) await signsIn(person.email, `guess ${n}`)
  for (let n = 0; n < 5; n++) expect((await change(person, { current: `guess ${n}`, next })).status).toBe(422)
  const { status, body, headers } = await change(person, { current: password, next })
  expect({ status, body }).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS', data: { retryAfter: expect.any(Number) } } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(20)
})

test('of two concurrent changes one succeeds, and an account without a password cannot change one', async () => {
  const person = await aMember()
  const answers = await Promise.all(['one green rain', 'two green rains'].map((one) => change(person, { current: password, next: one })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await change(await aPerson(), { current: password, next })).toMatchObject({ status: 409, body: { code: 'NO_PASSWORD' } })
})

test('browsers have the names that people know', () => {
  const known = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': ['Firefox', 'Linux'],
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0': ['Edge', 'Windows'],
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36': ['Chrome', 'Android'],
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15': ['Safari', 'macOS'],
    'curl/8.5.0': [null, null],
  }
  for (const [userAgent, [browser, system]] of Object.entries(known)) expect(deviceOf(userAgent)).toEqual({ browser, system })
  expect(deviceOf(null)).toEqual({ browser: null, system: null })
})

const change = (who: Person, body: { current: string; next: string }) => call(who, 'PUT', '/me/password', { body })

const signsIn = async (email: string, given: string) => (await postAuth('sign-in/email', { email, password: given })).status
