import { expect, test } from 'vitest'
import { normalizedTags, plainSlug, slugProblem } from './field-problems.ts'
import { slugFromName } from './slug-from-name.ts'

test('any name gives a slug: lower case, single hyphens, no other characters, at most 50 long', () => {
  expect(plainSlug('  Save the  River -- Now! ')).toBe('save-the-river-now')
  expect(slugFromName('Flüsse & Bäche')).toBe('flusse-bache')
  expect(slugFromName('Река')).toBe('reka')
  expect(slugFromName('!!!')).toBe('')
  expect(plainSlug(`${'word '.repeat(9)}words and more`)).toBe(`${'word-'.repeat(9)}words`)
  for (const name of ['a'.repeat(300), `${'a'.repeat(49)} b`, '東京'.repeat(40)]) {
    expect(slugFromName(name).length).toBeLessThanOrEqual(50)
    expect(slugProblem(slugFromName(name))).toBeNull()
  }
})

test('a slug consists of lower case letters, digits and hyphens, not of hyphens alone', () => {
  expect(['', ' ', 'Up', 'a b', 'ä', '---', 'a'.repeat(51), 'a-1'].map(slugProblem)).toEqual([
    'SLUG_REQUIRED',
    'SLUG_REQUIRED',
    'SLUG_CHARACTERS',
    'SLUG_CHARACTERS',
    'SLUG_CHARACTERS',
    'SLUG_CHARACTERS',
    'SLUG_TOO_LONG',
    null,
  ])
})

test('tags are split at commas, trimmed, not empty and unique', () => {
  expect(normalizedTags(['water, rivers ,,', ' WATER', 'clean  air'])).toEqual(['water', 'rivers', 'clean air'])
})
