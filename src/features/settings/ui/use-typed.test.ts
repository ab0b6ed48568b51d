import { expect, test } from 'vitest'
import { differing, knownOf } from './use-typed.ts'

const saved = { bio: 'Saved', allowDms: false }

test('stored text of a form is restored as far as the form has its fields', () => {
  expect(knownOf({ bio: 'Typed', gone: 'x' }, saved)).toEqual({ bio: 'Typed' })
  expect(knownOf({ bio: 1, allowDms: 'yes' }, saved)).toEqual({})
  for (const odd of [null, 'text', [], 7]) expect(knownOf(odd, saved)).toEqual({})
})

test('an unsaved switch shows the saved value when the page is opened again', () => {
  expect(knownOf({ bio: 'Typed', allowDms: true }, saved)).toEqual({ bio: 'Typed' })
})

test('text that equals the saved value is no change', () => {
  expect(differing({ bio: 'Saved', allowDms: true }, saved)).toEqual({ allowDms: true })
})
