import { type DurationBasis, monthlyTwelfths, yearlyMultiplier } from '#features/campaigns/terms.ts'
import { limits } from '#features/campaigns/validation/terms.ts'

export type Example = { people: bigint; spendCents: bigint; basis: DurationBasis }

/** Spending that `people` withdraw, in whole cents. The monthly amount is rounded once, half up. */
export function losses({ people, spendCents, basis }: Example): { monthly: bigint; yearly: bigint } {
  const once = people * spendCents
  return { monthly: (once * BigInt(monthlyTwelfths[basis]) + 6n) / 12n, yearly: once * BigInt(yearlyMultiplier[basis]) }
}

const mostPeople = 1_000_000_000n

/** Parses "100,000" or "100 000". Returns null for anything that is not a whole number from 1 to one billion. */
export function peopleIn(text: string): bigint | null {
  const digits = text.replace(/[\s,'_]/g, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const people = BigInt(digits)
  return people >= 1n && people <= mostPeople ? people : null
}

/** Parses "24.99", "$24.99" or "24,99" into cents. Returns null for other text and for amounts outside a campaign's limits. */
export function centsIn(text: string): bigint | null {
  const plain = text.replace(/[\s$]/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
  const found = /^(?<whole>\d{1,9})(?:[.,](?<rest>\d{0,2}))?$/.exec(plain)?.groups
  if (!found) return null
  const cents = BigInt(found.whole ?? 0) * 100n + BigInt((found.rest ?? '').padEnd(2, '0'))
  return cents >= BigInt(limits.spendCents.min) && cents <= BigInt(limits.spendCents.max) ? cents : null
}

const scales = [
  { letter: 'B', cents: 100_000_000_000n },
  { letter: 'M', cents: 100_000_000n },
  { letter: 'K', cents: 100_000n },
] as const

/** Up to three decimals, rounded half up, so more precise than on cards: 249,900,000 cents is "$2.499M". Null below $1,000. */
export function closeAmount(cents: bigint): string | null {
  const scale = scales.find((one) => cents >= one.cents)
  if (!scale) return null
  const thousandths = (cents * 1_000n + scale.cents / 2n) / scale.cents
  const rest = String(thousandths % 1_000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `$${(thousandths / 1_000n).toLocaleString('en')}${rest && `.${rest}`}${scale.letter}`
}
