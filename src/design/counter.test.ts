import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CharacterCounter } from './counter.tsx'

test.each([
  [449, null],
  [450, '450/500 characters'],
  [501, '501/500 characters'],
])('the counter of a field for 500 characters shows the length and the maximum from nine tenths on (%i)', (length, shown) => {
  const html = renderToStaticMarkup(createElement(CharacterCounter, { value: 'x'.repeat(length), max: 500 }))
  expect(/<span aria-hidden="true">([^<]*)</.exec(html)?.[1] ?? null).toBe(shown)
})
