import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { ImpactByCampaign } from '../contract.ts'
import { shown } from '../terms.ts'

/** Up to this number, all of a target's campaigns are read. Beyond it, only the first of the ranking are read, which may be half a minute old. */
const allUpTo = 200
/** More than are shown, because their order may have changed since the ranking. */
const leaders = 3 * shown.bars

type Row = { slug: string; title: string; cents: number; others: number; others_cents: number }

/** The active campaigns against a target with the highest estimated impact, by current counts. */
export async function impactOf(db: Db, { id, countedUpTo = allUpTo }: { id: string; countedUpTo?: number }): Promise<ImpactByCampaign> {
  const total = await db.selectFrom('tally').select('campaigns').where('subject_id', '=', id).executeTakeFirst()
  const { rows } = await ((total?.campaigns ?? 0) <= countedUpTo ? ofAll(id) : ofLeaders(id)).execute(db)
  return {
    campaigns: rows.map(({ slug, title, cents }) => ({ slug, title, yearlyCents: cents })),
    others: { campaigns: rows[0]?.others ?? 0, yearlyCents: rows[0]?.others_cents ?? 0 },
    currency: 'USD',
  }
}

const ofAll = (id: string): RawBuilder<Row> => sql`
  with ${placed(sql`(select campaign_id from campaign_rank where target_id = ${id} and status = 'active')`)},
  rest as (
    select count(*)::int as others, coalesce(sum(cents), 0)::float8 as others_cents from placed where place > ${sql.lit(shown.bars)})
  ${best}`

/** The others' impact is the target's total minus that of the campaigns shown. */
const ofLeaders = (id: string): RawBuilder<Row> => sql`
  with ${placed(sql`(
    select campaign_id from campaign_rank where target_id = ${id} and status = 'active' and yearly_cents > 0
    order by yearly_cents desc, campaign_id limit ${sql.lit(leaders)})`)},
  summed as (
    select count(*)::int as campaigns, coalesce(sum(cents), 0) as cents
    from placed where place <= ${sql.lit(shown.bars)}),
  rest as (
    select greatest((select count(*)::int from campaign_rank where target_id = ${id} and status = 'active' and yearly_cents > 0) - summed.campaigns, 0) as others,
      greatest(coalesce((select yearly_cents from tally where subject_id = ${id}), 0) - summed.cents, 0)::float8 as others_cents
    from summed)
  ${best}`

const placed = (chosen: RawBuilder<unknown>) => sql`
  each as (
    select c.id, c.slug, c.title, c.yearly_cents::numeric * s.supporters as cents
    from ${chosen} r join public_campaign c on c.id = r.campaign_id join campaign_stats s on s.campaign_id = r.campaign_id
    where c.yearly_cents > 0 and s.supporters > 0),
  placed as (
    select *, row_number() over (order by cents desc, id) as place from each)`

const best = sql`
  select p.slug, p.title, p.cents::float8 as cents, rest.others, rest.others_cents
  from placed p cross join rest where p.place <= ${sql.lit(shown.bars)} order by p.place`
