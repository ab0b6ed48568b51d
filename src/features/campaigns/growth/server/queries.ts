import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { type Unit, unitBetween } from '#platform/time-steps.ts'
import type { Viewer } from '#platform/viewer.ts'
import { accessFor } from '../../server/public.ts'
import { type Step, stepsBetween } from '../policy.ts'

/** The data of a campaign that its growth needs; null if this viewer may not see it. `life` is null if nobody is counted. */
export async function campaignLife(db: Db, { id, viewer }: { id: string; viewer: Viewer | null }) {
  const row = await db
    .selectFrom('campaign')
    .select([
      'slug',
      'status',
      'creator_id',
      'moderation',
      'is_historical',
      'yearly_cents',
      sql<string | null>`(published_at at time zone 'UTC')::date::text`.as('first'),
      sql<string>`greatest(coalesce(ended_on, (now() at time zone 'UTC')::date), (published_at at time zone 'UTC')::date)::text`.as('last'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !accessFor(row, viewer)) return null
  const { slug, yearly_cents: yearlyCents, first, last } = row
  const hasLife = first !== null && row.status !== 'draft' && !row.is_historical
  return { slug, yearlyCents, life: hasLife ? { first, last } : null }
}

type Life = { first: string; last: string }

/** Growth of a campaign, in the given unit or else in the finest one that stays readable. */
export async function growthIn(db: Db, given: { id: string; life: Life; unit?: Unit }): Promise<{ unit: Unit; steps: Step[] }> {
  const { id, life } = given
  const unit = given.unit ?? unitBetween(life.first, life.last)
  const from = sql<string>`date_trunc(${sql.lit(unit)}, day)::date::text`
  const added = await db
    .selectFrom('campaign_day')
    .select([from.as('from'), sql<number>`sum(added)::bigint`.as('added')])
    .where('campaign_id', '=', id)
    .where('added', '>', 0)
    .groupBy(from)
    .orderBy(from)
    .execute()
  return { unit, steps: stepsBetween({ unit, ...life, added }) }
}
