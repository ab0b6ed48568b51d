import { expect, test } from 'vitest'
import { centsIn, closeAmount, losses, peopleIn } from './policy.ts'

test('100,000 people who withhold 24.99 a month are about 2.499M a month', () => {
  const { monthly, yearly } = losses({ people: 100_000n, spendCents: 2_499n, basis: 'monthly' })
  expect(monthly).toBe(249_900_000n)
  expect(closeAmount(monthly)).toBe('$2.499M')
  expect(yearly).toBe(2_998_800_000n)
})

test('a month is four weeks, a twelfth of a year or one single purchase; a year is 52 weeks; exact for the largest amounts', () => {
  const of = (basis: 'weekly' | 'annual' | 'one_time', spendCents = 1_000n) => losses({ people: 3n, spendCents, basis })
  expect(of('weekly')).toEqual({ monthly: 12_000n, yearly: 156_000n })
  expect(of('annual', 1_001n)).toEqual({ monthly: 250n, yearly: 3_003n })
  // 3 people x 2 cents a year is half a cent a month, which is rounded up.
  expect(of('annual', 2n)).toEqual({ monthly: 1n, yearly: 6n })
  expect(of('one_time')).toEqual({ monthly: 3_000n, yearly: 3_000n })
  expect(losses({ people: 1_000_000_000n, spendCents: 10_000_000n, basis: 'weekly' }).yearly).toBe(520_000_000_000_000_000n)
})

test('numbers of people and amounts are parsed as people write them, and refused outside their bounds', () => {
  expect(['1', '100,000', '100 000', '1000000000'].map(peopleIn)).toEqual([1n, 100_000n, 100_000n, 1_000_000_000n])
  expect(['', '0', '-1', '1.5', '1000000001', 'many', '9'.repeat(40)].map(peopleIn)).toEqual([null, null, null, null, null, null, null])
  expect(['24.99', '$24.99', '24,99', '24.9', '24', '1,000', '100,000.00', '0.01'].map(centsIn)).toEqual([
    2_499n,
    2_499n,
    2_499n,
    2_490n,
    2_400n,
    100_000n,
    10_000_000n,
    1n,
  ])
  expect(['', '0', '0.001', '100000.01', '-1', '1e3', '24.999', 'x'].map(centsIn)).toEqual(Array(8).fill(null))
})

test('amounts are shown with up to three decimals, rounded half up', () => {
  expect([99_999n, 100_000n, 123_456n, 99_999_949n, 1_234_567_890_123n].map(closeAmount)).toEqual([null, '$1K', '$1.235K', '$999.999K', '$12.346B'])
})
