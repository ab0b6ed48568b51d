import { expect, test } from 'vitest'
import { neatTags, plainSlug, slugProblem } from './field-problems.ts'
import { slugFromName } from './slug-from-name.ts'

test('a slug is made of any name: lowercase, without other characters, with single hyphens, at most 50 long', () => {
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

test('a slug has lowercase letters, numbers and hyphens, and not hyphens alone', () => {
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

test('tags are apart at commas, trimmed, never empty, and each is there once', () => {
  expect(neatTags(['water, rivers ,,', ' WATER', 'clean  air'])).toEqual(['water', 'rivers', 'clean air'])
})
