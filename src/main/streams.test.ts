import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { aPerson, theSite, until, useSite } from '#tests/support/site.ts'

let restore: () => Promise<void>
beforeAll(async () => {
  restore = await useSite({ TRUSTED_PROXIES: '127.0.0.0/8' })
})
afterAll(() => restore())

const asked = async (query: string, headers: Record<string, string> = {}) => fetch(`${(await theSite()).origin}/api/v1/live?${query}`, { headers })

test('a stream’s topic `me` is that of its session’s person, and nobody can request another person’s', async () => {
  const [one, other] = [await aPerson(), await aPerson()]
  for (const who of [one, other, null]) {
    const refused = await asked(`topics=me:${other.id}`, who ? { cookie: who.cookie } : {})
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'MALFORMED'])
  }
  const { origin, live } = await theSite()
  const streams = await Promise.all([other, one, null].map((who) => openListener(origin, ['me', 'stats'], { who })))
  await until(() => streams.every(({ hasBegun }) => hasBegun()))
  const reported = streams.map(({ events }) => events.length)
  live.announce({ topic: `me:${other.id}`, data: { unread: 7 } })
  live.announce({ topic: 'stats', data: { mark: 1 } })
  await until(() => streams.every(({ events }) => events.some(({ data }) => data.mark === 1)))
  const own = streams.map(({ events }, at) => events.slice(reported[at]).filter(({ topic, data }) => topic === 'me' && data.unread === 7).length)
  expect(own).toEqual([1, 0, 0])
  for (const { close } of streams) close()
})

test('a stream with an expired session is a visitor’s, and one whose session expires meanwhile is ended', async () => {
  const person = await aPerson()
  const { origin, store, live } = await theSite()
  const open = await openListener(origin, ['me', 'stats'], { who: person })
  await until(open.hasBegun)
  await store.db
    .updateTable('auth_session')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('person_id', '=', person.id)
    .execute()
  await until(open.hasEnded)
  const expired = await openListener(origin, ['me', 'stats'], { who: person })
  await until(expired.hasBegun)
  live.announce({ topic: `me:${person.id}`, data: { unread: 7 } })
  live.announce({ topic: 'stats', data: { mark: 2 } })
  await until(() => expired.events.some(({ data }) => data.mark === 2))
  expect(expired.events.map(({ topic }) => topic)).not.toContain('me')
  expired.close()
})

test('the streams of a suspended person are ended', async () => {
  const person = await aPerson()
  const { origin, store } = await theSite()
  const streams = [await openListener(origin, ['me'], { who: person }), await openListener(origin, ['stats'], { who: person })]
  await until(() => streams.every(({ hasBegun }) => hasBegun()))
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', person.id).execute()
  await until(() => streams.every(({ hasEnded }) => hasEnded()))
})

test('a person may have twelve open streams: the next one ends the oldest, and nobody else’s', async () => {
  const [person, neighbour] = [await aPerson(), await aPerson()]
  const { origin } = await theSite()
  const others = [await openListener(origin, ['me'], { who: neighbour }), await openListener(origin, ['stats'])]
  const own: Awaited<ReturnType<typeof openListener>>[] = []
  for (let n = 0; n < 14; n++) {
    const stream = await openListener(origin, ['me'], { who: person })
    await until(stream.hasBegun)
    own.push(stream)
  }
  await until(() => own.slice(0, 2).every(({ hasEnded }) => hasEnded()))
  expect(own.map(({ hasEnded }) => hasEnded())).toEqual(own.map((_, n) => n < 2))
  expect(others.map(({ hasEnded }) => hasEnded())).toEqual([false, false])
  for (const { close } of [...own, ...others]) close()
})

test('a client that reconnects in a loop is refused with Retry-After, and nobody else is', async () => {
  const loop = { 'x-forwarded-for': '203.0.113.9' }
  let refused: Response | null = null
  for (let n = 0; n < 40 && !refused; n++) {
    // A request is counted before its topics are read, so none of these opens a stream.
    const answers = await Promise.all(Array.from({ length: 50 }, () => asked('topics=none', loop)))
    refused = answers.find(({ status }) => status === 429) ?? null
    await Promise.all(answers.map(({ body }) => body?.cancel()))
  }
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await asked('topics=stats', { 'x-forwarded-for': '203.0.113.10' })
  expect(other.status).toBe(200)
  await other.body?.cancel()
})
