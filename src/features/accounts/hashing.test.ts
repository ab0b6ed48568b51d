import { expect, test } from 'vitest'
import { openHashing } from './server/hashing.ts'

test('a hash has the cost that OWASP recommends, and a new salt each time', async () => {
  const { hash } = openHashing()
  const [one = '', other = ''] = [await hash('blue pencil'), await hash('blue pencil')]
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$/)
  expect(other).not.toBe(one)
})

test('only a few passwords are hashed at a time; a limited number waits, and further requests are refused with Retry-After', async () => {
  const hashing = openHashing({ atOnce: 1, waiting: 3 })
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => hashing.hash('blue pencil')))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(results[5]).toMatchObject({ reason: { status: 503, code: 'UNAVAILABLE', data: { retryAfter: 3 } } })
  expect(await hashing.verify({ hash: await hashing.hash('ﬁne wörd'), password: 'fine wo\u0308rd' })).toBe(true)
})
