const whole = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const scales = [
  { letter: 'K', size: 1_000n },
  { letter: 'M', size: 1_000_000n },
  { letter: 'B', size: 1_000_000_000n },
] as const

type Integer = number | bigint

/** 361055 is "361,055". */
export function formatCount(count: Integer): string {
  return whole.format(BigInt(count))
}

/** 999 is "999", 1000 "1K", 12345 "12.3K", 999950 "1M": one decimal, half up, in integers throughout. */
export function compactNumber(count: Integer): string {
  const { sign, size } = signAndSize(count)
  return sign + (compact(size, 1n) ?? whole.format(size))
}

/** In full: 36105500 is "$361,055", 2499 "$24.99". */
export function formatCents(cents: Integer): string {
  const { sign, size } = signAndSize(cents)
  const rest = size % 100n
  return `${sign}$${whole.format(size / 100n)}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** From a thousand dollars on abbreviated: 36105500 is "$361.1K"; below in full. */
export function compactCents(cents: Integer): string {
  const { sign, size } = signAndSize(cents)
  const short = compact(size, 100n)
  return short === undefined ? formatCents(cents) : `${sign}$${short}`
}

/** "November 21, 2026", by UTC so that server and browser agree. */
export const fullDay = (date: Date | string) => day.format(new Date(date))

function signAndSize(amount: Integer) {
  const exact = BigInt(amount)
  return exact < 0n ? { sign: '-', size: -exact } : { sign: '', size: exact }
}

/** `one` is what counts as one: 1 for numbers, 100 for cents. Undefined below a thousand. */
function compact(amount: bigint, one: bigint): string | undefined {
  const rounded = scales.map(({ letter, size }) => ({ letter, tenths: (amount * 10n + (size * one) / 2n) / (size * one) }))
  if (amount < 1_000n * one) return undefined
  // The first unit in which the rounded number stays below a thousand; billions take the rest.
  const fitting = rounded.find(({ tenths }) => tenths < 10_000n) ?? rounded.at(-1)
  if (fitting === undefined) return undefined
  const { letter, tenths } = fitting
  return `${whole.format(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}${letter}`
}
