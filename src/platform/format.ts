const whole = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const scales = [
  { letter: 'K', size: 1_000n },
  { letter: 'M', size: 1_000_000n },
  { letter: 'B', size: 1_000_000_000n },
] as const

type Integer = number | bigint

/** Formats in full: 361055 is "361,055". */
export function formatCount(count: Integer): string {
  return whole.format(BigInt(count))
}

/** Formats a count that stops at `atMost + 1`: above `atMost` it is "100+". */
export function formatCountUpTo(count: number, atMost: number): string {
  return count > atMost ? `${formatCount(atMost)}+` : formatCount(count)
}

/** Abbreviates: 999 is "999", 1000 "1K", 12345 "12.3K", 999950 "1M". One decimal, rounded half up, in integer arithmetic. */
export function compactNumber(count: Integer): string {
  const { sign, size } = signAndSize(count)
  return sign + (compact(size, 1n) ?? whole.format(size))
}

/** Formats in full: 36105500 is "$361,055", 2499 is "$24.99". */
export function formatCents(cents: Integer): string {
  const { sign, size } = signAndSize(cents)
  const rest = size % 100n
  return `${sign}$${whole.format(size / 100n)}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}

const whole100 = 10_000n

/** For large type: whole dollars from $100 up, rounded half up ("$74,111"), with cents below that ("$24.99"). */
export function formatDollars(cents: Integer): string {
  const { sign, size } = signAndSize(cents)
  return size < whole100 ? formatCents(cents) : `${sign}$${whole.format((size + 50n) / 100n)}`
}

/** Abbreviates from $1,000 up: 36105500 is "$361.1K". Formats smaller amounts like `formatDollars`. */
export function compactCents(cents: Integer): string {
  const { sign, size } = signAndSize(cents)
  // An amount that would be rounded to $1,000 counts as one thousand.
  const short = compact(size >= 99_950n && size < 100_000n ? 100_000n : size, 100n)
  return short === undefined ? formatDollars(cents) : `${sign}$${short}`
}

/** Formats as "November 21, 2026", in UTC so that server and browser render the same text. */
export const fullDay = (date: Date | string) => day.format(new Date(date))

/** Formats "2026-03" as "March 2026". */
export const monthName = (month: string) => months.format(new Date(`${month}-01`))

function signAndSize(amount: Integer) {
  const exact = BigInt(amount)
  return exact < 0n ? { sign: '-', size: -exact } : { sign: '', size: exact }
}

/** `one` is the amount that counts as one: 1 for numbers, 100 for cents. Returns undefined below a thousand. */
function compact(amount: bigint, one: bigint): string | undefined {
  const rounded = scales.map(({ letter, size }) => ({ letter, tenths: (amount * 10n + (size * one) / 2n) / (size * one) }))
  if (amount < 1_000n * one) return undefined
  // Takes the first unit in which the rounded number is below a thousand; billions have no upper limit.
  const fitting = rounded.find(({ tenths }) => tenths < 10_000n) ?? rounded.at(-1)
  if (fitting === undefined) return undefined
  const { letter, tenths } = fitting
  return `${whole.format(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}${letter}`
}
