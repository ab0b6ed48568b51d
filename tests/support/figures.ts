import { appendFileSync, mkdirSync } from 'node:fs'

/** The long run (`npm run test:full`) instead of the one of `npm test`. */
export const isFull = process.env.FULL === '1'

const file = '.tmp/faults-figures.jsonl'

/** Says what a run measured, and keeps it: figures are worth having also when nothing failed. */
export function figures(name: string, measured: Record<string, unknown>): void {
  mkdirSync('.tmp', { recursive: true })
  const rounded = JSON.parse(JSON.stringify(measured, (_key, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)))
  // A line each, as two files may write at the same time.
  appendFileSync(file, `${JSON.stringify({ name, ...rounded, full: isFull })}\n`)
  console.log(`${name}: ${JSON.stringify(rounded)}`)
}

/** The middle and the worst of some measurements. */
export function spread(values: number[]): { p50: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}
