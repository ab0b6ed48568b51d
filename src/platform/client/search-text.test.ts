import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, textsOf } from './search-text.ts'

test('a parsed query contains no control characters', () => {
  expect(parseSearch('?cursor=%00&target=a%00%01b&q=a%0Ab')).toEqual({ cursor: ' ', target: 'a b', q: 'a b' })
  expect(textsOf('cursor', 'q')(parseSearch('?cursor=%7F&q=x%C2%9F'))).toEqual({ cursor: ' ', q: 'x ' })
})

test('a query string that was parsed and encoded again is parsed to the same values', () => {
  for (const query of ['?q=%00', '?q=a,b', '?q=a%2Cb&q=c', '?q=%ED%A0%80', '?q=%F0%9F%98%80+%D8%A7', '?__proto__=1&constructor=2']) {
    const written = stringifySearch(parseSearch(query))
    expect(stringifySearch(parseSearch(written))).toBe(written)
  }
})
