import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { heat } from './policy.ts'
import { scoreNow } from './server/score.ts'

describe('trending score', () => {
  const start = Date.parse('2026-11-21T12:00:00Z')
  const day = 86_400_000
  /** The value that campaign_rank stores for a score at `start`. */
  const kept = (score: number) => Math.log(score) + (0.4 * (start - Date.parse('2020-01-01T00:00:00Z'))) / day
  function scoreAfter(days: number, value: number): number {
    vi.useFakeTimers({ toFake: ['Date'], now: start + days * day })
    return scoreNow(value)
  }
  afterEach(() => void vi.useRealTimers())
  const score = fc.double({ min: 0.5, max: 1e9, noNaN: true })
  const days = fc.double({ min: 0, max: 60, noNaN: true })

  it('decays by e^(-0.4) per day, whatever its value', () => {
    fc.assert(
      fc.property(score, days, (value, later) => {
        const wanted = value * Math.exp(-0.4 * later)
        expect(Math.abs(scoreAfter(later, kept(value)) - wanted)).toBeLessThanOrEqual(wanted * 1e-6)
      }),
    )
  })

  it('never grows by itself, and the order of two campaigns stays', () => {
    fc.assert(
      fc.property(score, score, days, days, (one, other, early, more) => {
        expect(scoreAfter(early + more, kept(one))).toBeLessThanOrEqual(scoreAfter(early, kept(one)) * (1 + 1e-9))
        const [less, greater] = [Math.min(one, other), Math.max(one, other)]
        expect(scoreAfter(early, kept(less))).toBeLessThanOrEqual(scoreAfter(early, kept(greater)) * (1 + 1e-9))
      }),
    )
    expect(scoreNow(0)).toBe(0)
  })

  it('determines the heat: none, Rising above 10, Hot above 50 on cards and above 20 elsewhere', () => {
    const rank = { null: 0, rising: 1, hot: 2 }
    fc.assert(
      fc.property(score, score, fc.constantFrom('card' as const, 'detail' as const), (one, other, place) => {
        const [low, high] = [heat(Math.min(one, other), place), heat(Math.max(one, other), place)]
        expect(rank[low ?? 'null']).toBeLessThanOrEqual(rank[high ?? 'null'])
      }),
    )
    expect([10, 10.1, 20.1, 50, 50.1].map((value) => [heat(value, 'card'), heat(value, 'detail')])).toEqual([
      [null, null],
      ['rising', 'rising'],
      ['rising', 'hot'],
      ['rising', 'hot'],
      ['hot', 'hot'],
    ])
  })
})
