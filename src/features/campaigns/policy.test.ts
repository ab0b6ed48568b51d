import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { scoreNow } from '#features/tallies/server/public.ts'
import type { Impact } from './contract.ts'
import { heat, monthlyCents, progressGoal, transitions, yearlyCents, yearlyMultiplier } from './policy.ts'
import { durationBases, limits, statuses } from './terms.ts'

const spend = fc.integer(limits.spendCents)
const people = fc.nat(1_000_000)
const basis = fc.constantFrom(...durationBases)
const money = (spendCents: number, durationBasis: (typeof durationBases)[number]): Impact => ({
  mode: 'monetary',
  productService: 'Anything',
  spendCents,
  durationBasis,
  currency: 'USD',
})

describe('estimated impact', () => {
  it('is supporters x spend x times per year, to the cent', () => {
    fc.assert(
      fc.property(spend, basis, people, (cents, each, supporters) => {
        const exact = BigInt(cents) * BigInt(supporters) * BigInt(yearlyMultiplier[each])
        expect(BigInt(yearlyCents(money(cents, each), supporters) ?? -1)).toBe(exact <= BigInt(Number.MAX_SAFE_INTEGER) ? exact : BigInt(Number(exact)))
      }),
    )
  })

  it('per month is rounded once, however many parts there are, and is off by at most half a cent', () => {
    const parts = fc.array(fc.record({ durationBasis: basis, cents: fc.nat(1_000_000_000) }), { maxLength: 50 })
    fc.assert(
      fc.property(parts, (given) => {
        const twelfths = { weekly: 48n, monthly: 12n, annual: 1n, one_time: 12n }
        const exact = given.reduce((sum, { durationBasis, cents }) => sum + BigInt(cents) * twelfths[durationBasis], 0n)
        const off = BigInt(monthlyCents(given)) * 12n - exact
        expect(off > -6n && off <= 6n).toBe(true)
      }),
    )
    expect(monthlyCents([])).toBe(0)
  })

  it('grows with every supporter and is additive', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), basis, fc.nat(100_000), fc.nat(100_000), (cents, each, some, others) => {
        const of = (supporters: number) => yearlyCents(money(cents, each), supporters) ?? 0
        expect(of(some) + of(others)).toBe(of(some + others))
        expect(of(some + 1)).toBeGreaterThan(of(some))
      }),
    )
  })

  it('equals the formula on the about page, and is null if it is not in money', () => {
    expect(yearlyCents(money(2_499, 'monthly'), 100_000)).toBe(100_000 * 2_499 * 12)
    expect(durationBases.map((each) => yearlyMultiplier[each])).toEqual([1, 52, 12, 1])
    expect(yearlyCents({ mode: 'non_monetary', unit: 'flights' }, 10)).toBeNull()
  })
})

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

it('the progress bar ends at the goal, or else at the next power of ten from 100 on, never below the count', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (supporters) => {
      const next = progressGoal(supporters, null)
      expect(next).toBeGreaterThan(supporters)
      expect(Number.isInteger(Math.log10(next))).toBe(true)
      expect(next === 100 || next / 10 <= supporters).toBe(true)
      expect(progressGoal(supporters, 500)).toBe(500)
    }),
  )
})

it('a campaign never returns to an earlier status', () => {
  const reachable = (from: (typeof statuses)[number], seen = new Set<string>()): Set<string> => {
    for (const next of transitions[from])
      if (!seen.has(next)) {
        seen.add(next)
        reachable(next, seen)
      }
    return seen
  }
  for (const status of statuses) expect(reachable(status).has(status)).toBe(false)
})
