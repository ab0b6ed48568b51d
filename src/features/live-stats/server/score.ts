import { sql } from 'kysely'

/** How fast a trending score fades: e^(-0.4 x age in days). */
export const perDay = 0.4
const dayMs = 86_400_000
const since = '2020-01-01T00:00:00Z'

/** What is added to the logarithm of a score of this moment to keep it. */
export const keptNow = sql`${perDay}::float8 * date_part('epoch', now() - ${since}::timestamptz) / 86400`

/**
 * What the rankings keep instead of a score is its logarithm, counted up by 0.4 a day since 2020; 0 for none. All scores
 * fade at one pace, so this stays as it is while nothing happens: no row is written, and a cursor keeps its place.
 */
export const keptScore = (score: ReturnType<typeof sql>) => sql`ln(${score}) + ${keptNow}`

/** The trending score now, of what a ranking keeps of it. */
export function scoreNow(kept: number): number {
  return kept === 0 ? 0 : Math.exp(kept - (perDay * (Date.now() - Date.parse(since))) / dayMs)
}
