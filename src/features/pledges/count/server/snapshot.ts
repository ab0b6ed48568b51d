import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const chunk = 500

/**
 * Writes the figures of the last midnight UTC for each published campaign that has none of today. Returns the number of campaigns. Later runs on
 * the same day only add campaigns that were missed, and subtract what was counted or corrected since midnight.
 */
export async function takeSnapshots(db: Db, stopping?: AbortSignal): Promise<number> {
  let taken = 0
  for (let more = true; more && !stopping?.aborted; ) {
    const { rows } = await sql<{ campaign_id: string }>`
      with today as (select (now() at time zone 'UTC')::date as day, date_trunc('day', now(), 'UTC') as midnight),
      due as (
        select c.id from public_campaign c, today
        where not c.is_historical and c.published_at < today.midnight
          and not exists (select from campaign_count k where k.campaign_id = c.id and k.as_of = today.day)
        order by c.id limit ${chunk})
      insert into campaign_count as k (campaign_id, as_of, counted, unconfirmed, removed)
      select due.id, today.day,
        greatest(0, (select coalesce(sum(d.counted), 0) from campaign_day d where d.campaign_id = due.id and d.day < today.day)
          + (select coalesce(sum(count_before - count_after), 0) from count_correction r where r.campaign_id = due.id and r.corrected_at >= today.midnight)),
        (select count(*) from pledge p where p.campaign_id = due.id and p.state = 'unconfirmed' and p.created_at < today.midnight),
        (select coalesce(sum(count_before - count_after), 0) from count_correction r where r.campaign_id = due.id and r.corrected_at < today.midnight)
      from due, today
      on conflict (campaign_id) do update set as_of = excluded.as_of, counted = excluded.counted, unconfirmed = excluded.unconfirmed, removed = excluded.removed
      returning campaign_id`.execute(db)
    taken += rows.length
    more = rows.length === chunk
  }
  return taken
}

/**
 * Counts once a day the pledges that have never counted, for each of the last three months; the first run does so for all months. It is one
 * statement, because its index finds pledges by their time. Held pledges are left out, because they must look like counted ones.
 */
export async function countNeverCounted(db: Db): Promise<void> {
  await sql`
    with today as (
      select (now() at time zone 'UTC')::date as day)
    insert into never_counted as n (month, pledges, as_of)
    select date_trunc('month', p.created_at at time zone 'UTC')::date, count(*) filter (where p.counted_at is null and p.state <> 'held'), today.day
    from today, pledge p
    where not exists (select from never_counted where as_of = today.day)
      and p.created_at >= case when exists (select from never_counted) then date_trunc('month', now(), 'UTC') - interval '2 months' else '-infinity' end
    group by 1, 3
    on conflict (month) do update set pledges = excluded.pledges, as_of = excluded.as_of`.execute(db)
}
