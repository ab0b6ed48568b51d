import { expect, test } from 'vitest'
import { differing, knownOf } from './use-typed.ts'

const saved = { bio: 'Saved', allowDms: false }

test('what was kept of a form comes back as far as the form knows it', () => {
  expect(knownOf({ bio: 'Typed', gone: 'x' }, saved)).toEqual({ bio: 'Typed' })
  expect(knownOf({ bio: 1, allowDms: 'yes' }, saved)).toEqual({})
  for (const odd of [null, 'text', [], 7]) expect(knownOf(odd, saved)).toEqual({})
})

test('a switch that was not saved shows what is saved when its page is opened again', () => {
  expect(knownOf({ bio: 'Typed', allowDms: true }, saved)).toEqual({ bio: 'Typed' })
})

test('what was typed and is as it is saved is no change', () => {
  expect(differing({ bio: 'Saved', allowDms: true }, saved)).toEqual({ allowDms: true })
})
