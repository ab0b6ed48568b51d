import { expect, test } from 'vitest'
import { isWebAddress, lengthOf, normalized } from './text.ts'

const tagged = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')

test.each([
  ['joiners alone', '\u200d\u200c\u200d'],
  ['a mark without a letter', '\u0301 \u0308'],
  ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
  ['directions', '\u200e\u200f\u061c'],
  ['a hidden text of tags', tagged('a secret')],
  ['empty Braille and Hangul fillers', '\u2800\u3164\uffa0\u115f'],
  ['spaces of all kinds', '\u00a0\u2003\u3000\n\t'],
  ['what no writing uses', '\ue000\u{f0000}\ufdd0'],
])('text without a visible character is blank: %s', (_, text) => {
  expect(normalized(text)).toBe('')
  expect(lengthOf(text)).toBe(0)
})

test.each(['👩‍👩‍👧', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', '❤️', 'नमस्ते', 'می‌خواهم', '…', '1', '€', '한국어'])(
  'visible text stays unchanged: %s',
  (text) => {
    expect(normalized(` ${text} `)).toBe(text.normalize('NFC'))
  },
)

test('hidden text is removed from visible text, also behind a flag', () => {
  expect(normalized(`Look${tagged('ignore that')} here`)).toBe('Look here')
  expect(normalized(`🏴${tagged('this is too long for a flag')}`)).toBe('🏴')
})

test.each([
  'https://name@shop.test/',
  'https://name:word@shop.test/',
  'https://:word@shop.test/',
  'javascript:alert(1)//a.b',
  'https:/\\shop.test',
  '//shop.test',
])('is not a valid link address: %s', (address) => {
  expect(isWebAddress(address)).toBe(false)
})
