import { expect, test } from 'vitest'
import { changesOf } from '../../scripts/new-messages.mjs'

const plural = (one: string, other: string) => [{ declarations: [], selectors: [], match: { 'countPlural=one': one, 'countPlural=other': other } }]

test('the list of new messages has every added and reworded text, each plural form by itself, and nothing else', () => {
  const before = { same: 'As it was', changed: 'Old', gone: 'Removed', people: plural('1 person', '{count} persons') }
  const after = { same: 'As it was', changed: 'New', people: plural('1 person', '{count} people'), added: 'Added' }
  expect(changesOf(JSON.stringify(before), JSON.stringify(after))).toEqual([
    { key: 'changed', before: 'Old', after: 'New' },
    { key: 'people (other)', before: '{count} persons', after: '{count} people' },
    { key: 'added', before: null, after: 'Added' },
  ])
})
