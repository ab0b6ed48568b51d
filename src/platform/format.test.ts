import { describe, expect, it } from 'vitest'
import { compactCents, compactNumber, formatCents, formatCount, formatDollars } from './format.ts'
import { fullTime, relativeTime } from './time-text.ts'

describe('counts', () => {
  it('are formatted in full with separators', () => {
    expect(formatCount(0)).toBe('0')
    expect(formatCount(361055)).toBe('361,055')
    expect(formatCount(9007199254740993n)).toBe('9,007,199,254,740,993')
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1049, '1K'],
    [1050, '1.1K'],
    [1949, '1.9K'],
    [1950, '2K'],
    [12345, '12.3K'],
    [999949, '999.9K'],
    [999950, '1M'],
    [1_000_000, '1M'],
    [1_050_000, '1.1M'],
    [2_499_000, '2.5M'],
    [999_949_999, '999.9M'],
    [999_950_000, '1B'],
    [1_250_000_000, '1.3B'],
    [999_950_000_000, '1,000B'],
    [1_234_567_000_000, '1,234.6B'],
    [-1050, '-1.1K'],
  ])('abbreviates %d as %s', (count, text) => expect(compactNumber(count)).toBe(text))

  it('refuses numbers that are not integers', () => {
    expect(() => compactNumber(1.5)).toThrow(RangeError)
  })
})

describe('money', () => {
  it.each([
    [0, '$0'],
    [5, '$0.05'],
    [2499, '$24.99'],
    [2450, '$24.50'],
    [36105500, '$361,055'],
    [249900000, '$2,499,000'],
    [-2499, '-$24.99'],
  ])('formats %d cents in full as %s', (cents, text) => expect(formatCents(cents)).toBe(text))

  it.each([
    [0, '$0'],
    [9_999, '$99.99'],
    [10_000, '$100'],
    [10_049, '$100'],
    [10_050, '$101'],
    [7_411_056, '$74,111'],
    [-7_411_056, '-$74,111'],
  ])('formats %d cents in large type as %s', (cents, text) => expect(formatDollars(cents)).toBe(text))

  it.each([
    [2499, '$24.99'],
    [9_999, '$99.99'],
    [10_000, '$100'],
    [50_996, '$510'],
    [99_949, '$999'],
    [99_950, '$1K'],
    [100000, '$1K'],
    [36105500, '$361.1K'],
    [99994999, '$999.9K'],
    [99995000, '$1M'],
    [249900000, '$2.5M'],
    [99_995_000_000, '$1B'],
    [-36105500, '-$361.1K'],
  ])('abbreviates %d cents as %s', (cents, text) => expect(compactCents(cents)).toBe(text))
})

describe('relative time', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:59:01Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1m ago'],
    ['2026-11-21T11:00:01Z', '59m ago'],
    ['2026-11-21T11:00:00Z', '1h ago'],
    ['2026-11-20T12:00:01Z', '23h ago'],
    ['2026-11-20T12:00:00Z', '1d ago'],
    ['2026-11-14T12:00:01Z', '6d ago'],
    ['2026-11-14T12:00:00Z', 'Nov 14'],
    ['2025-12-31T23:59:59Z', 'Dec 31, 2025'],
  ])('of %s is formatted as: %s', (then, text) => expect(relativeTime(then, now)).toBe(text))

  it('has the full form in UTC', () => expect(fullTime('2026-11-21T14:05:33Z')).toBe('November 21, 2026 at 2:05 PM UTC'))
})
