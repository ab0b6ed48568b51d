import { expect, test } from 'vitest'
import { openLetters } from './letters.ts'

test('the email about a new password states which devices were signed out', () => {
  const letters = openLetters({ origin: 'https://example.org' })
  const [changed, reset] = [letters.passwordChanged('ada@people.test'), letters.passwordReset('ada@people.test')].map((mail) => JSON.stringify(mail))
  expect(changed).toContain('signed out on every other device')
  expect(reset).toContain('signed out on every device')
  expect(reset).not.toMatch(/every other device/i)
})
