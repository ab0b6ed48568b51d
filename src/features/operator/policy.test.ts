import { expect, test } from 'vitest'
import { plainError } from './policy.ts'

test('the text of an error contains no email address, link, key or quoted words', () => {
  expect(plainError('550 5.1.1 <ada@people.test>: user unknown')).toBe('550 5.1.1 …: user unknown')
  expect(plainError('ECONNREFUSED connect 10.0.0.1:25')).toBe('ECONNREFUSED connect 10.0.0.1:25')
  expect(plainError('410 from https://push.test/v1/abc?x=1 for\nada@people.test')).toBe('410 from … for …')
  expect(plainError(`bad key ${'aB3_-'.repeat(9)}`)).toBe('bad key …')
  expect(plainError('invalid input: "A private title" and \'another\'')).toBe('invalid input: … and …')
  expect(plainError('x '.repeat(900))).toHaveLength(200)
})
