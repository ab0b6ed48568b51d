import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

/** The colours of theme.css by name; a colour that is the same in both themes has a single value. */
const colours = new Map(
  [...css.matchAll(/--color-([a-z-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))/g)].map(([, name = '', light = '', dark = '', both]) => [
    name,
    { light: both ?? light, dark: both ?? dark },
  ]),
)

/** Relative luminance, as WCAG 2 defines it. */
function luminance(name: string, theme: 'light' | 'dark'): number {
  const hex = colours.get(name)?.[theme] ?? ''
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [dark = 0, light = 0] = [luminance(one, theme), luminance(other, theme)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const readable = [
  // The text of a disabled button on each possible surface.
  ['muted', 'paper'],
  ['muted', 'raised'],
  ['muted', 'sunk'],
  ['ink', 'sunk'],
  ['accent-text', 'paper'],
  ['danger-text', 'sunk'],
  ['on-band', 'band'],
  ['on-poster-sheet', 'poster-sheet'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-victory', 'victory'],
  ['on-victory', 'victory-strong'],
  ['on-active', 'active'],
  ['on-rising', 'rising'],
] as const

test.each(['light', 'dark'] as const)('text has enough contrast on its surfaces in the %s theme', (theme) => {
  const tooFaint = readable.map(([words, surface]) => ({ words, surface, ratio: contrast(words, surface, theme) })).filter(({ ratio }) => !(ratio >= 4.5))
  expect(tooFaint).toEqual([])
})

test('in the dark theme a sunk surface is lighter than the page, and rules, bands and posters are not brighter than text', () => {
  expect(luminance('sunk', 'dark')).toBeGreaterThan(luminance('paper', 'dark'))
  for (const name of ['rule', 'band', 'poster-sheet']) expect(luminance(name, 'dark')).toBeLessThan(luminance('muted', 'dark'))
})

test('in the dark theme the badge "Hot" is not more prominent than "Active"', () => {
  expect(contrast('band', 'paper', 'dark')).toBeLessThanOrEqual(contrast('active', 'paper', 'dark'))
})

test('every named width of a class is one of the theme, because another one has no effect', () => {
  const widths = new Set([...css.matchAll(/--container-([a-z]+):/g)].map(([, name]) => name))
  for (const builtIn of ['full', 'none', 'px']) widths.add(builtIn)
  const unknown = globSync('src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:max|min)-w-(\w*[a-z]\w*)(?![\w(-])/g)]
      .filter(([, name]) => !widths.has(name))
      .map(([found]) => `${file}: ${found}`),
  )
  expect(unknown).toEqual([])
})
