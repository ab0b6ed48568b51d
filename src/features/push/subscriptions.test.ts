import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { anotherSession } from '#tests/support/accounts.ts'
import { aPushService, type Browser } from '#tests/support/push-service.ts'
import { aPerson, aSession, call, left, type Person, theSite, useSite } from '#tests/support/site.ts'

let service: Awaited<ReturnType<typeof aPushService>>
let closeSite: () => Promise<void>
beforeAll(async () => {
  service = await aPushService()
  closeSite = await useSite(service.env)
})
afterAll(async () => {
  await closeSite()
  await service.stop()
})

const given = ({ endpoint, keys }: Browser) => ({ endpoint, keys })
const add = (who: Person | null, body: object) => call(who, 'PUT', '/me/push', { body })
const notified = async (who: Person) => (await call(who, 'GET', '/me/push')).body.browsers
const markOf = ({ endpoint }: Browser) => createHash('sha256').update(endpoint).digest('base64url')

test('a subscribed browser gets messages until it is removed; adding it twice has no further effect', async () => {
  const person = await aPerson()
  const [laptop, phone] = [service.aBrowser(), service.aBrowser()]
  expect((await call(person, 'GET', '/me/push')).body).toEqual({ publicKey: service.env.VAPID_PUBLIC_KEY, browsers: [] })
  for (const browser of [laptop, phone, laptop]) expect((await add(person, given(browser))).status).toBe(200)
  expect(await notified(person)).toEqual([markOf(laptop), markOf(phone)])
  for (let time = 1; time <= 2; time++) {
    const { status, body } = await call(person, 'DELETE', '/me/push', { body: { endpoint: laptop.endpoint } })
    expect([status, body.browsers]).toEqual([200, [markOf(phone)]])
  }
})

test('visitors cannot subscribe, and nobody can remove another person’s browser', async () => {
  const browser = service.aBrowser()
  expect((await add(null, given(browser))).status).toBe(401)
  const person = await aPerson()
  await add(person, given(browser))
  await call(await aPerson(), 'DELETE', '/me/push', { body: { endpoint: browser.endpoint } })
  expect(await notified(person)).toEqual([markOf(browser)])
})

test('only endpoints of listed push services are accepted', async () => {
  const person = await aPerson()
  const { port } = new URL(service.origin)
  const foreign = [
    ...['https://elsewhere.example/push/1', 'http://127.0.0.1/push/1', `http://127.0.0.1:${Number(port) + 1}/`, `https://127.0.0.1:${port}/push`],
    ...[
      `http://localhost:${port}/push/1`,
      `http://[::1]:${port}/push`,
      `http://127.1:${port}/push`,
      `http://2130706433:${port}/push`,
      'https://169.254.169.254/latest',
    ],
    ...[
      `http://user@127.0.0.1:${port}/push`,
      `http://127.0.0.1:${port}\\@elsewhere.example/`,
      `${service.origin}.elsewhere.example/`,
      `${service.origin}@elsewhere.example/`,
    ],
    ...[`${service.origin}/push/1#x`, `${service.origin}/push/../1`, ` ${service.origin}/push`, 'file:///etc/passwd', 'javascript:1', 'push', ''],
  ]
  for (const endpoint of foreign) {
    const { status, body } = await add(person, { ...given(service.aBrowser()), endpoint })
    expect([endpoint, status, body.code, body.data?.fields]).toEqual([endpoint, 422, 'ENDPOINT_NOT_ALLOWED', { endpoint: 'ENDPOINT_NOT_ALLOWED' }])
  }
  expect(await notified(person)).toEqual([])
  expect(service.asked()).toBe(0)
})

test('keys with which no message can be encrypted are refused', async () => {
  const person = await aPerson()
  const right = given(service.aBrowser())
  const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
  const wrong = [
    { p256dh: right.keys.p256dh.slice(0, -1), auth: right.keys.auth },
    { p256dh: `A${right.keys.p256dh.slice(1)}`, auth: right.keys.auth },
    { p256dh: offCurve, auth: right.keys.auth },
    { p256dh: right.keys.p256dh, auth: `${right.keys.auth}AA` },
    { p256dh: right.keys.p256dh, auth: '' },
  ]
  for (const keys of wrong) expect(await add(person, { ...right, keys })).toMatchObject({ status: 422, body: { code: 'KEYS_MALFORMED' } })
  expect(await notified(person)).toEqual([])
})

test('a browser that is subscribed for another person gets messages for that person only', async () => {
  const [before, after] = [await aPerson(), await aPerson()]
  const browser = service.aBrowser()
  await add(before, given(browser))
  await add(after, given(browser))
  expect([await notified(before), await notified(after)]).toEqual([[], [markOf(browser)]])
})

test('a new endpoint replaces an old one of the same person only', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const [old, fresh] = [service.aBrowser(), service.aBrowser()]
  await add(person, given(old))
  expect((await add(other, { ...given(fresh), replaces: old.endpoint })).status).toBe(404)
  expect([await notified(other), await notified(person)]).toEqual([[], [markOf(old)]])
  expect((await add(person, { ...given(fresh), replaces: old.endpoint })).status).toBe(200)
  expect(await notified(person)).toEqual([markOf(fresh)])
})

test('of more than twenty browsers the latest twenty stay subscribed, also after concurrent requests', async () => {
  const person = await aPerson()
  const first = service.aBrowser()
  await add(person, given(first))
  const others = Array.from({ length: 21 }, () => service.aBrowser())
  await Promise.all(others.map((browser) => add(person, given(browser))))
  const marks = await notified(person)
  expect(marks).toHaveLength(20)
  expect(marks).not.toContain(markOf(first))
})

test('ending a session removes its subscriptions and no others', async () => {
  const person = await aPerson()
  const [elsewhere, gone] = [await anotherSession(person), await anotherSession(person)]
  const browsers = [service.aBrowser(), service.aBrowser(), service.aBrowser()] as const
  await add(person, given(browsers[0]))
  await add(elsewhere, given(browsers[1]))
  await add(gone, given(browsers[2]))
  await call(person, 'DELETE', `/me/sessions/${gone.sessionId}`)
  expect(await notified(person)).toEqual([markOf(browsers[0]), markOf(browsers[1])])
  await call(person, 'POST', '/me/sessions/end-others', { body: {} })
  expect(await notified(person)).toEqual([markOf(browsers[0])])
})

test('deleting an account removes all its subscriptions', async () => {
  const person = await aPerson()
  const browser = service.aBrowser()
  await add(person, given(browser))
  await left(person)
  const { store } = await theSite()
  expect(await store.db.selectFrom('push_subscription').select('id').where('endpoint', '=', browser.endpoint).execute()).toEqual([])
})

test('a browser keeps its subscription when its session expires, and loses it when the person signs out everywhere else', async () => {
  const person = await aPerson()
  const [here, there] = [service.aBrowser(), service.aBrowser()]
  const { db } = (await theSite()).store
  const old = await aSession(person.id)
  await add({ ...person, cookie: old.cookie }, given(there))
  await add(person, given(here))
  await db
    .updateTable('auth_session')
    .set({ expires_at: new Date(0) })
    .where('id', '=', old.sessionId)
    .execute()
  await sweepRows(db)
  expect(await notified(person)).toEqual([markOf(there), markOf(here)])
  expect((await call(person, 'POST', '/me/sessions/end-others', { body: {} })).status).toBe(200)
  expect(await notified(person)).toEqual([markOf(here)])
})
