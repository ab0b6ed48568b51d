import { expect, test } from 'vitest'
import { unseen } from './use-news.ts'

const none = new Set<string>()

test('what stands before the newest of a page is new, also with an id of a clock that is behind', () => {
  expect(unseen(['1', '5', '4', '3'], { newest: '4', known: none })).toEqual(['1', '5'])
  expect(unseen(['1', '5', '4'], { newest: '4', known: new Set(['5']) })).toEqual(['1'])
  expect(unseen(['4', '3'], { newest: '4', known: none })).toEqual([])
})

test('where the newest of a page was removed, what was older than it is not new', () => {
  expect(unseen(['5', '3', '2'], { newest: '4', known: none })).toEqual(['5'])
})

test('all is new to a page that had nothing, but what it has by now', () => {
  expect(unseen(['2', '1'], { newest: null, known: none })).toEqual(['2', '1'])
  expect(unseen(['2', '1'], { newest: '', known: new Set(['2']) })).toEqual(['1'])
})
