import { sql } from 'kysely'

/** Decay of a trending score: e^(-0.4 x age in days). */
export const perDay = 0.4
const dayMs = 86_400_000
const since = '2020-01-01T00:00:00Z'

/** Added to the logarithm of a current score to get its stored form. */
export const keptNow = sql`${perDay}::float8 * date_part('epoch', now() - ${since}::timestamptz) / 86400`

/**
 * SQL for the stored form of a score: its logarithm plus 0.4 per day since 2020; 0 if there is none. All scores decay
 * at the same rate, so the stored value is constant while nothing happens: no row needs an update, and cursors stay
 * valid.
 */
export const keptScore = (score: ReturnType<typeof sql>) => sql`ln(${score}) + ${keptNow}`

/** Converts a stored score into the current trending score. */
export function scoreNow(kept: number): number {
  return kept === 0 ? 0 : Math.exp(kept - (perDay * (Date.now() - Date.parse(since))) / dayMs)
}
