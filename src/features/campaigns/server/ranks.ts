import { sql } from 'kysely'
import { keptScore } from '#features/pledges/tallies/server/public.ts'
import { trending } from '#features/pledges/tallies/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'

const writtenAtOnce = 500
const { weights, decayPerDay } = trending
const windowStart = sql`now() - make_interval(days => ${sql.lit(trending.days)})`

/**
 * Recalculates the trending scores (see `trending` in pledges/tallies/terms.ts) and the filters that campaign_rank copies. A score only determines
 * the order of lists, so it may lag. Changes are written in batches, so that publishing or ending a campaign waits for one batch at most.
 */
export async function refreshRanks(db: Db): Promise<void> {
  const inOne: InOne = db.isTransaction ? (write) => write(db) : (write) => db.transaction().execute(write)
  const changed = await inOne(changedRanks)
  for (let from = 0; from < changed.length; from += writtenAtOnce) {
    const piece = changed.slice(from, from + writtenAtOnce)
    await inOne((tx) => writeRanks(tx, piece))
  }
}

type InOne = <Done>(write: (tx: Db) => Promise<Done>) => Promise<Done>

/** Skips locked rows: a transaction that changes a campaign or its target updates the rank itself. */
async function writeRanks(tx: Db, piece: { id: string; score: number }[]): Promise<void> {
  const scores = new Map(piece.map(({ id, score }) => [id, score]))
  const { rows: held } = await sql<{ id: string }>`
    select c.id from campaign c join target t on t.id = c.target_id
    where c.id = any(${[...scores.keys()]}::uuid[]) order by c.id for share of c, t skip locked`.execute(tx)
  // A separate statement, so that its snapshot contains everything that was committed before the locks were taken.
  const given = sql`unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ id }) => scores.get(id) ?? 0)}::float8[]) as given(id, score)`
  await sql`
    ${insertRanks} (select ${rankColumns(sql`given.score`)} from ${given} join public_campaign c on c.id = given.id ${rankJoins} order by c.id)
    on conflict (campaign_id) do update set ${currentFilters}, score = excluded.score, published_at = excluded.published_at`.execute(tx)
}

/** Updates a campaign's place in the lists, in the transaction that publishes or changes it. */
export const rankOne = (tx: Db, campaignId: string): Promise<void> => rankMany(tx, [campaignId])

/** The same for those of these campaigns that are published. */
export async function rankMany(tx: Db, campaignIds: readonly string[]): Promise<void> {
  const first = sql`case when s.supporters > 0 then ${keptScore(sql`${sql.lit(weights.pledge)}::float8 * s.supporters`)} else 0 end`
  await sql`
    ${insertRanks} (select ${rankColumns(first)} from public_campaign c ${rankJoins} where c.id = any(${campaignIds}::uuid[]) order by c.id)
    on conflict (campaign_id) do update set ${currentFilters}`.execute(tx)
}

/** Takes a moderated campaign out of all lists and their totals. `rankOne` brings it back. */
export async function unrankOne(tx: Db, campaignId: string): Promise<void> {
  await tx.deleteFrom('campaign_rank').where('campaign_id', '=', campaignId).execute()
}

const cents = sql`coalesce(c.yearly_cents, 0)::numeric * s.supporters`
const insertRanks = sql`insert into campaign_rank as r (campaign_id, status, target_id, industry_id, cause_ids, supporters, yearly_cents, score, published_at)`
const rankColumns = (score: ReturnType<typeof sql>) => sql`
  c.id, c.status, c.target_id, t.industry_id,
  coalesce((select array_agg(cc.cause_id order by cc.cause_id) from campaign_cause cc where cc.campaign_id = c.id), '{}'),
  s.supporters, ${cents}, ${score}, c.published_at`
const rankJoins = sql`join target t on t.id = c.target_id join campaign_stats s on s.campaign_id = c.id`
const currentFilters = sql`status = excluded.status, target_id = excluded.target_id, industry_id = excluded.industry_id,
  cause_ids = excluded.cause_ids, supporters = excluded.supporters, yearly_cents = excluded.yearly_cents`

/** SQL: the hour, or for numbers that move once a day the day, in which the pledge `p` was counted. Cursors have the exact score, so it must not tell more. */
const countedHour = sql`date_trunc(case when q.quiet_every = 'day' then 'day' else 'hour' end, p.counted_at, 'UTC')`

/** The ranks that must change. It reads a week of the whole site's activity, so parallel workers and JIT are off. */
async function changedRanks(tx: Db): Promise<{ id: string; score: number }[]> {
  for (const setting of ['jit = off', 'max_parallel_workers_per_gather = 0', "work_mem = '32MB'"]) await sql.raw(`set local ${setting}`).execute(tx)
  const { rows } = await sql<{ id: string; score: number }>`
    with signal as (
      select p.campaign_id, ${sql.lit(weights.pledge)}::float8 as weight, ${countedHour} as at
      from pledge p left join campaign_stats q on q.campaign_id = p.campaign_id and q.quiet_at is not null
      where state = 'counted' and counted_at > ${windowStart} and ${countedHour} > ${windowStart}
        -- In a campaign that counts quietly, pledges since its last step wait.
        and (q.quiet_at is null or q.quiet_at >= p.counted_at)
      union all
      select campaign_id, ${sql.lit(weights.update)}, created_at from campaign_update where moderation is null and created_at > ${windowStart}
      union all
      select campaign_id, ${sql.lit(weights.comment)}, created_at from comment where removed_at is null and campaign_id is not null and created_at > ${windowStart}
      union all
      select c.campaign_id, ${sql.lit(weights.like)}, l.created_at from comment_like l join comment c on c.id = l.comment_id
      where c.removed_at is null and c.campaign_id is not null and l.created_at > ${windowStart}),
    score as (
      select campaign_id, ${keptScore(sql`sum(weight * exp(${-decayPerDay}::float8 * greatest(date_part('epoch', now() - at), 0) / 86400))`)} as score
      from signal group by campaign_id),
    cause_of as (
      select campaign_id, array_agg(cause_id order by cause_id) as ids from campaign_cause group by campaign_id)
    select c.id, coalesce(score.score, 0) as score
    from public_campaign c ${rankJoins}
    left join score on score.campaign_id = c.id
    left join cause_of on cause_of.campaign_id = c.id
    left join campaign_rank r on r.campaign_id = c.id
    where (r.campaign_id is null
      or (r.status, r.target_id, r.industry_id, r.cause_ids, r.supporters, r.yearly_cents, r.published_at) is distinct from
        (c.status, c.target_id, t.industry_id, coalesce(cause_of.ids, '{}'), s.supporters, ${cents}, c.published_at)
      or abs(r.score - coalesce(score.score, 0)) > 0.000001)`.execute(tx)
  return rows
}
