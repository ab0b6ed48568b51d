import { sql } from 'kysely'
import { stepsBetween } from '#features/campaigns/growth/policy.ts'
import { drawPlot } from '#features/campaigns/growth/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { unitBetween } from '#platform/time-steps.ts'

/** Growth of an entry's distinct supporters, from the first day with one until today. */
export async function growthOf(db: Db, id: string) {
  const days = await db
    .selectFrom('tally_day')
    .select([sql<string>`min(day)::text`.as('first'), sql<string>`greatest(max(day), (now() at time zone 'UTC')::date)::text`.as('last')])
    .where('subject_id', '=', id)
    .where('added', '<>', 0)
    .executeTakeFirst()
  if (!days?.first) return { unit: 'day' as const, steps: [], plot: null }
  const unit = unitBetween(days.first, days.last)
  const from = sql<string>`date_trunc(${sql.lit(unit)}, day)::date::text`
  const added = await db
    .selectFrom('tally_day')
    .select([from.as('from'), sql<number>`sum(added)::bigint`.as('added')])
    .where('subject_id', '=', id)
    .groupBy(from)
    .orderBy(from)
    .execute()
  const steps = stepsBetween({ unit, ...days, added })
  return { unit, steps, plot: drawPlot({ unit, steps }) }
}
