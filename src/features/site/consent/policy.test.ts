import { expect, test } from 'vitest'
import { type Choices, purposesOf, readChoices, writeChoices } from './policy.ts'

test('stored choices are read back, and any other text in the cookie is ignored', () => {
  const all: Choices[] = [{}, { analytics: true }, { advertising: false }, { analytics: false, advertising: true }]
  for (const choices of all) expect(readChoices(writeChoices(choices))).toEqual(choices)
  for (const text of ['', 'yes', 'analytics', 'analytics.', 'analytics.true', 'ANALYTICS.yes', '__proto__.yes', 'constructor.yes-other.no'])
    expect(readChoices(text)).toEqual({})
})

test('consent is requested for configured purposes only', () => {
  expect(purposesOf({ analytics: null, donate: { href: '/donate/frame', isScript: true }, ads: null })).toEqual([])
  expect(purposesOf({ analytics: { script: 'https://a.test/s.js', siteId: null }, donate: null, ads: { host: 'b.test', slots: ['home'] } })).toEqual([
    'analytics',
    'advertising',
  ])
})
