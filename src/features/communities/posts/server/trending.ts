import { sql } from 'kysely'
import { trendingDays } from '../terms.ts'

/** True for a post that is new enough to count for the order of trending communities. */
export const isNewEnough = sql<boolean>`created_at > now() - make_interval(days => ${sql.lit(trendingDays)})`
