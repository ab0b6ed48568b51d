import { expect, test } from 'vitest'
import { securityText } from './security-text.ts'

const site = { origin: 'https://site.test', email: 'legal@site.test', hasOperator: false, now: new Date('2026-11-24T13:45:10.123Z') }
const fieldsOf = (text: string | null) => (text ?? '').split('\n').filter((line) => line !== '')

test('security.txt has the email address of brand.json, the contact page if its messages are mailed, an expiry and its own URL', () => {
  expect(securityText({ ...site, hasOperator: true })).toBe(
    [
      'Contact: mailto:legal@site.test',
      'Contact: https://site.test/contact',
      'Expires: 2027-05-23T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://site.test/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('the text expires in the future and in less than a year, at any time', () => {
  for (const now of ['2026-01-01T00:00:00Z', '2027-12-31T23:59:59.999Z', '2028-02-29T12:00:00Z']) {
    const [, expires = ''] = /^Expires: (.*)$/m.exec(securityText({ ...site, now: new Date(now) }) ?? '') ?? []
    const days = (Date.parse(expires) - Date.parse(now)) / 86_400_000
    expect(days, now).toBeGreaterThan(170)
    expect(days, now).toBeLessThan(365)
  }
})

test('without a contact there is no text: the placeholder of brand.json does not count, and a contact page needs https', () => {
  for (const email of ['', 'hello@holdout.example', 'hello@Example', 'nobody']) expect(securityText({ ...site, email }), email).toBeNull()
  expect(securityText({ ...site, email: '', hasOperator: true, origin: 'http://127.0.0.1:3000' })).toBeNull()
  expect(fieldsOf(securityText({ ...site, email: '', hasOperator: true }))[0]).toBe('Contact: https://site.test/contact')
})

test('on a site without https, security.txt contains no web address', () => {
  expect(fieldsOf(securityText({ ...site, hasOperator: true, origin: 'http://127.0.0.1:3000' }))).toEqual([
    'Contact: mailto:legal@site.test',
    expect.stringMatching(/^Expires: /),
    'Preferred-Languages: en',
  ])
})
