/** "24.99" is 2499: converts decimal text to integer cents, digit by digit. Null for anything but an amount in whole cents. */
export function parseCents(text: string): number | null {
  const [, whole = '', part = ''] = /^(\d*)(?:\.(\d{0,2})0*)?$/.exec(text.trim()) ?? []
  if (whole === '' && part === '') return null
  const cents = Number(whole + part.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}

/** "10000" or "10,000". Null for anything but a whole number. */
export function parseCount(text: string): number | null {
  const digits = text.trim().replace(/^(\d{1,3})((?:,\d{3})+)$/, (number) => number.replaceAll(',', ''))
  if (!/^\d+$/.test(digits)) return null
  const count = Number(digits)
  return Number.isSafeInteger(count) ? count : null
}

/** 2499 is "24.99" and 6000 is "60". The inverse of `parseCents`. */
export function centsText(cents: number): string {
  const [whole, part] = [Math.trunc(cents / 100), cents % 100]
  return part === 0 ? String(whole) : `${whole}.${String(part).padStart(2, '0')}`
}
