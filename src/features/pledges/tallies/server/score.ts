import { sql } from 'kysely'
import { trending } from '../terms.ts'

const dayMs = 86_400_000
const since = '2020-01-01T00:00:00Z'

/** Added to the logarithm of a current score to get its stored form. */
export const keptNow = sql`${trending.decayPerDay}::float8 * date_part('epoch', now() - ${since}::timestamptz) / 86400`

/**
 * SQL for the stored form of a score: its logarithm plus the decay since 2020; 0 if there is none. All scores decay
 * at the same rate, so the stored value is constant while nothing happens: no row needs an update, and cursors stay
 * valid.
 */
export const keptScore = (score: ReturnType<typeof sql>) => sql`ln(${score}) + ${keptNow}`

/** Converts a stored score into the current trending score. */
export function scoreNow(kept: number): number {
  return kept === 0 ? 0 : Math.exp(kept - (trending.decayPerDay * (Date.now() - Date.parse(since))) / dayMs)
}
