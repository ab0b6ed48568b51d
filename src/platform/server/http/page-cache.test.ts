import { expect, test } from 'vitest'
import { knownQuery, pageKey } from './page-cache.ts'

test('a page is rendered for the query that was asked: each known parameter once, in one order, and no other', () => {
  expect(knownQuery('?q=nestle&kind=targets')).toBe('q=nestle&kind=targets')
  expect(knownQuery('?kind=targets&utm_source=x&q=nestle')).toBe('q=nestle&kind=targets')
  expect(knownQuery('?search=a+b&has=none&__proto__=1')).toBe('search=a%20b&has=none')
  expect(knownQuery('?causes=Water&causes=Labour')).toBe('causes=Water&causes=Labour')
})

test('what is searched for keeps two pages apart', () => {
  const keyOf = (query: string) => pageKey({ path: '/search', query, theme: 'system', build: 'b' })
  expect(keyOf('?q=a')).not.toBe(keyOf('?q=b'))
  expect(keyOf('?q=a&x=1')).toBe(keyOf('?q=a'))
})
