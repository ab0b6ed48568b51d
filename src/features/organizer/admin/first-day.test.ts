import { expect, test } from 'vitest'
import { isFirstDay } from './ui/first-day-rule.ts'

const now = Date.UTC(2026, 10, 23)
const days = (count: number) => new Date(now - count * 86_400_000)
const fresh = {
  status: 'active' as const,
  isHistorical: false,
  publishedAt: days(1),
  count: { supporters: 9, version: 1 },
  viewer: { isCreator: true, pledge: null },
}

test('the first-day steps are shown until ten supporters or seven days, to the creator of an active campaign only', () => {
  expect(isFirstDay(fresh, now)).toBe(true)
  expect(isFirstDay({ ...fresh, publishedAt: days(6.99) }, now)).toBe(true)
  const over = [
    { publishedAt: days(7) },
    { publishedAt: null },
    { count: { supporters: 10, version: 2 } },
    { status: 'archived' as const },
    { isHistorical: true },
    { viewer: { isCreator: false, pledge: null } },
  ]
  for (const change of over) expect(isFirstDay({ ...fresh, ...change }, now), JSON.stringify(change)).toBe(false)
})
