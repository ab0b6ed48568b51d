import { appendFileSync, mkdirSync } from 'node:fs'

/** True in `npm run test:full`, which tests with more data; false in `npm test`. */
export const isFull = process.env.FULL === '1'

const file = '.tmp/faults-figures.jsonl'

/** Prints the measurements of a run and appends them to a file, because they are useful even if nothing failed. */
export function figures(name: string, measured: Record<string, unknown>): void {
  mkdirSync('.tmp', { recursive: true })
  const rounded = JSON.parse(JSON.stringify(measured, (_key, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)))
  // One line per entry, because two test files may write at the same time.
  appendFileSync(file, `${JSON.stringify({ name, ...rounded, full: isFull })}\n`)
  console.log(`${name}: ${JSON.stringify(rounded)}`)
}

/** The median and the maximum of some measurements. */
export function spread(values: number[]): { p50: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}
