import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Impact } from './contract.ts'
import { monthlyCents, progressGoal, transitions, yearlyCents } from './policy.ts'
import { durationBases, statuses, yearlyMultiplier } from './terms.ts'
import { limits } from './validation/terms.ts'

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
