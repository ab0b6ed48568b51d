import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { activityLimits } from '../terms.ts'

const most = activityLimits.items
// Inlined into each query: only then does the planner see how few rows match, and uses the index.
const since = sql`now() - make_interval(days => ${sql.lit(activityLimits.days)})`
const firstDay = sql`date_trunc('day', ${since}, 'UTC')`
const mostComments = activityLimits.commentsRead

/**
 * Stores references to the updates, comments and days with pledges of the last three days for every directory entry;
 * contents are read when they are shown. Times of pledges are cut to the hour, and those of earlier days to the day, so that none tells when a person
 * has joined. Writes rows in the same order as a repair of the entry summaries, to avoid
 * deadlocks. Returns the number of changed rows.
 */
export const refreshActivity = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    for (const setting of ['jit = off', 'max_parallel_workers_per_gather = 0', "work_mem = '32MB'", "statement_timeout = '60s'"])
      await sql.raw(`set local ${setting}`).execute(tx)
    const { rows } = await sql<{ changed: number }>`
      with happened as (
        select * from (
          select 'update' as type, id, campaign_id, null::date as day, created_at as at,
            row_number() over (partition by campaign_id order by created_at desc, id desc) as place
          from campaign_update where moderation is null and created_at > ${since}) u where place <= ${sql.lit(most)}
        union all
        select * from (
          select 'comment', id, campaign_id, null::date, created_at, row_number() over (partition by campaign_id order by created_at desc, id desc) as place
          from comment where removed_at is null and campaign_id is not null and created_at > ${since}) c where place <= ${sql.lit(mostComments)}
        union all
        select 'pledges', campaign_id, campaign_id, (counted_at at time zone 'UTC')::date,
          least(date_trunc('day', max(counted_at), 'UTC') + interval '24 hours',
            greatest(date_trunc('hour', max(counted_at), 'UTC'), date_trunc('day', now(), 'UTC'))), 0
        from pledge p where state = 'counted' and counted_at >= ${firstDay}
          -- In a campaign that counts quietly, pledges since its last step wait.
          and not exists (select from campaign_stats q where q.campaign_id = p.campaign_id and q.quiet_at < p.counted_at)
        group by campaign_id, (counted_at at time zone 'UTC')::date),
      of_subject as (
        select s.subject_id, h.type, h.id, h.campaign_id, h.day, h.at,
          row_number() over (partition by s.subject_id, h.type = 'comment' order by h.at desc, h.id desc) as place
        from happened h join campaign_rank r on r.campaign_id = h.campaign_id and r.status = 'active'
        cross join lateral unnest(array[r.target_id, r.industry_id] || r.cause_ids) as s(subject_id)
        where s.subject_id is not null),
      due as (
        select subject_id, jsonb_agg(jsonb_build_object('type', type, 'id', id, 'campaign_id', campaign_id, 'day', day, 'at', at) order by at desc, id desc) as activity
        from of_subject where place <= case when type = 'comment' then ${sql.lit(mostComments)} else ${sql.lit(most)} end group by subject_id),
      differing as (
        select k.subject_id, coalesce(due.activity, '[]') as activity
        from subject_rank k left join due using (subject_id) left join entry_summary d using (subject_id)
        where coalesce(d.activity, '[]') <> coalesce(due.activity, '[]')),
      changed as (
        insert into entry_summary as d (subject_id, activity) select subject_id, activity from differing order by subject_id
        on conflict (subject_id) do update set activity = excluded.activity returning 1)
      select count(*)::int as changed from changed`.execute(tx)
    return rows[0]?.changed ?? 0
  })
