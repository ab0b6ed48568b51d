import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretWeakness } from './auth-secret.ts'

const weak: [string, RegExp][] = [
  ['REPLACE-ME-with-the-output-of-openssl-rand-base64-32', /placeholder/],
  ['change-me-change-me-change-me-please', /placeholder/],
  ['your-secret-goes-here-0123456789abcdef', /placeholder/],
  ['a'.repeat(32), /repeats/],
  ['0123456789'.repeat(4), /repeats/],
  ['swordfish-swordfish-swordfish-swo', /repeats/],
  ['abcdefghijklmnopqrstuvwxyz0123456789', /sequence/],
  [`${'a'.repeat(24)}kq9Zt1bX`, /sequence|characters/],
  ['abbabaabbbabbababbabaabaaabbabab', /sequence|characters/],
  ['1727172771271727177271727771272171', /characters/],
]
test.each(weak)('%s is refused as a secret', (secret, why) => {
  expect(secretWeakness(secret)).toMatch(why)
})

test('a random secret is accepted, in any common alphabet', () => {
  for (let n = 0; n < 500; n++) {
    const bytes = randomBytes(32)
    const made = [bytes.toString('base64'), bytes.toString('hex'), bytes.toString('base64url'), `${randomUUID()}`, bytes.toString('hex').slice(0, 32)]
    for (const secret of made) expect([secret, secretWeakness(secret)]).toEqual([secret, null])
  }
  expect(secretWeakness('a sentence of seven words is long enough')).toBeNull()
})
