import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '../results/plans.json')
const Known = z.record(z.string(), z.array(z.string()))

/** Accepted plans, by query. */
export type KnownPlans = z.infer<typeof Known>
export const knownPlans = (): KnownPlans => (existsSync(file) ? Known.parse(JSON.parse(readFileSync(file, 'utf8'))) : {})

/** Accepts these plans in addition to the known ones and drops queries that no longer exist. */
export function recordPlans(seen: KnownPlans): void {
  const known = knownPlans()
  const all = Object.entries(seen).map(([query, shapes]) => [query, [...new Set([...(known[query] ?? []), ...shapes])].sort()])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}
