import { expect, test } from 'vitest'
import { openLetters } from './letters.ts'

test('a new password is told of with the devices that it really signed out', () => {
  const letters = openLetters({ origin: 'https://example.org' })
  const [changed, reset] = [letters.passwordChanged('ada@people.test'), letters.passwordReset('ada@people.test')].map((mail) => JSON.stringify(mail))
  expect(changed).toContain('every other device was signed out')
  expect(reset).toContain('every device was signed out')
  expect(reset).not.toMatch(/every other device/i)
})
