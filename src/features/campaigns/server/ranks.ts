import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * Recounts the trending score and copies the filters beside it: the sum over seven days of weight x e^(-0.4 x age in
 * days), pledge 5, update 3, comment 1, like 0.5. Only the order of lists comes from here, so it may lag.
 */
export async function refreshRanks(db: Db): Promise<void> {
  await sql`
    with signal as (
      select campaign_id, 5.0 as weight, counted_at as at from pledge where state = 'counted' and counted_at > now() - interval '7 days'
      union all
      select campaign_id, 3.0, created_at from campaign_update where created_at > now() - interval '7 days'
      union all
      select campaign_id, 1.0, created_at from campaign_comment where removed_at is null and created_at > now() - interval '7 days'
      union all
      select c.campaign_id, 0.5, l.created_at from comment_like l join campaign_comment c on c.id = l.comment_id
      where c.removed_at is null and l.created_at > now() - interval '7 days'),
    score as (
      select campaign_id, sum(weight * exp(-0.4 * greatest(extract(epoch from now() - at), 0) / 86400.0))::float8 as score
      from signal group by campaign_id),
    fresh as (
      select c.id as campaign_id, c.status, c.target_id, t.industry_id,
        coalesce((select array_agg(cc.cause_id order by cc.cause_id) from campaign_cause cc where cc.campaign_id = c.id), '{}') as cause_ids,
        coalesce(s.supporters, 0) as supporters, coalesce(score.score, 0) as score, c.published_at
      from campaign c join target t on t.id = c.target_id
      left join campaign_stats s on s.campaign_id = c.id
      left join score on score.campaign_id = c.id
      where c.status <> 'draft')
    insert into campaign_rank as r (campaign_id, status, target_id, industry_id, cause_ids, supporters, score, published_at)
    select * from fresh
    on conflict (campaign_id) do update set status = excluded.status, target_id = excluded.target_id, industry_id = excluded.industry_id,
      cause_ids = excluded.cause_ids, supporters = excluded.supporters, score = excluded.score, published_at = excluded.published_at
    where (r.status, r.target_id, r.industry_id, r.cause_ids, r.supporters, r.published_at) is distinct from
      (excluded.status, excluded.target_id, excluded.industry_id, excluded.cause_ids, excluded.supporters, excluded.published_at)
      or abs(r.score - excluded.score) > 0.001`.execute(db)
}

/** Puts a campaign into the lists at once, or moves it there, in the transaction that publishes or changes it. */
export async function rankOne(tx: Db, campaignId: string): Promise<void> {
  await sql`
    insert into campaign_rank as r (campaign_id, status, target_id, industry_id, cause_ids, supporters, score, published_at)
    select c.id, c.status, c.target_id, t.industry_id,
      coalesce((select array_agg(cc.cause_id order by cc.cause_id) from campaign_cause cc where cc.campaign_id = c.id), '{}'),
      s.supporters, 5.0 * s.supporters, c.published_at
    from campaign c join target t on t.id = c.target_id join campaign_stats s on s.campaign_id = c.id
    where c.id = ${campaignId}
    on conflict (campaign_id) do update set status = excluded.status, target_id = excluded.target_id, industry_id = excluded.industry_id,
      cause_ids = excluded.cause_ids, supporters = excluded.supporters`.execute(tx)
}
