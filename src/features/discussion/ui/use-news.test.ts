import { expect, test } from 'vitest'
import { unseen } from './use-news.ts'

const none = new Set<string>()

test('an entry above the newest one of a page is new, even if its id comes from a slow clock', () => {
  expect(unseen(['1', '5', '4', '3'], { newest: '4', known: none })).toEqual(['1', '5'])
  expect(unseen(['1', '5', '4'], { newest: '4', known: new Set(['5']) })).toEqual(['1'])
  expect(unseen(['4', '3'], { newest: '4', known: none })).toEqual([])
})

test('if the newest entry of a page was removed, older entries are not new', () => {
  expect(unseen(['5', '3', '2'], { newest: '4', known: none })).toEqual(['5'])
})

test('for a page that had no entries everything is new except what it has loaded since', () => {
  expect(unseen(['2', '1'], { newest: null, known: none })).toEqual(['2', '1'])
  expect(unseen(['2', '1'], { newest: '', known: new Set(['2']) })).toEqual(['1'])
})
