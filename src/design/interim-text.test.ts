import { expect, test } from 'vitest'
import { compactCents, compactNumber, formatCents, formatCount } from '#platform/format.ts'
import { interimText } from './interim-text.ts'

test('while it counts up, a number shows no more decimals than its final value', () => {
  expect(interimText('$509.96', '$520')).toBe('$509')
  expect(interimText('$509.96', '$519.40')).toBe('$509.96')
  expect(interimText('1.24K', '1.3K')).toBe('1.2K')
})

test('while it counts up or down, a number is never wider than its final value', () => {
  for (const format of [formatCount, formatCents, compactNumber, compactCents])
    for (const [from, to] of [
      [0, 52_000],
      [998, 5_000],
      [1_204_000, 990],
      [99_950, 100_000],
      [2_000_000, 1_900],
    ] as const) {
      const final = format(to)
      const texts = Array.from({ length: 200 }, (_, step) => interimText(format(Math.round(from + ((to - from) * step) / 200)), final))
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(final.length)
        expect(final).toContain(/[A-Z]/.exec(text)?.[0] ?? '')
      }
    }
})
