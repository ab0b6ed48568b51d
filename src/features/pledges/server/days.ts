import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * SQL that adds newly counted pledges to `campaign_day`; `counted` names rows with campaign_id and counted_at. The
 * caller has locked the campaigns' counter rows, so these days have no other writer.
 */
export const addToDays = (counted: 'counted' | 'taken') => `
  insert into campaign_day as d (campaign_id, day, counted)
  select campaign_id, (counted_at at time zone 'UTC')::date, count(*) from ${counted} where counted_at is not null group by 1, 2 order by 1, 2
  on conflict (campaign_id, day) do update set counted = d.counted + excluded.counted`

/** SQL that takes pledges that no longer count out of `campaign_day`; `lost` names their rows, with the same condition. */
export const takeFromDays = (lost: 'lost' | 'repeated') => `
  update campaign_day d set counted = d.counted - gone.n
  from (select campaign_id, (counted_at at time zone 'UTC')::date as day, count(*) as n from ${lost} group by 1, 2) gone
  where d.campaign_id = gone.campaign_id and d.day = gone.day`

/** Adds the days of all counted pledges: of one campaign, or of all after data was loaded. Their rows must not exist yet. */
export async function fillDays(db: Db, campaignId?: string): Promise<void> {
  const own = campaignId === undefined ? sql`true` : sql`campaign_id = ${campaignId}`
  await sql`with counted as (select campaign_id, counted_at from pledge where state = 'counted' and ${own}) ${sql.raw(addToDays('counted'))}`.execute(db)
}

// Days on which the stored value differs from the counted pledges, with the correct value.
const wrongDays = sql`
  select campaign_id, day, coalesce(due.counted, 0) as due, coalesce(stored.counted, 0) as stored
  from (select campaign_id, (counted_at at time zone 'UTC')::date as day, count(*) as counted from pledge where state = 'counted' group by 1, 2) due
  full join campaign_day stored using (campaign_id, day)
  where coalesce(due.counted, 0) <> coalesce(stored.counted, 0)`

/** One line for each campaign whose days differ from its counted pledges. */
export async function dayDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string; days: number; first: string }>`
    select c.slug, count(*)::int as days, min(w.day)::text as first from (${wrongDays}) w join campaign c on c.id = w.campaign_id
    group by c.id order by c.id`.execute(tx)
  return rows.map(
    ({ slug, days, first }) => `campaign ${slug}: ${days} ${days === 1 ? 'day of its growth is' : 'days of its growth are'} wrong, first ${first}`,
  )
}

/** Corrects the days. The caller must have called `lockPledges`. */
export async function repairDays(tx: Db): Promise<void> {
  await sql`
    with wrong as materialized (${wrongDays})
    insert into campaign_day (campaign_id, day, counted) select campaign_id, day, due from wrong order by campaign_id, day
    on conflict (campaign_id, day) do update set counted = excluded.counted`.execute(tx)
}
