import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * Adds pledges that were just counted to their campaigns' days: `counted` names rows with campaign_id and counted_at. The
 * caller holds the campaigns' counter rows, so nobody else writes these days meanwhile.
 */
export const addToDays = (counted: 'counted' | 'taken') => `
  insert into campaign_day as d (campaign_id, day, added)
  select campaign_id, (counted_at at time zone 'UTC')::date, count(*) from ${counted} where counted_at is not null group by 1, 2 order by 1, 2
  on conflict (campaign_id, day) do update set added = d.added + excluded.added`

/** The days of everything that is counted already: of one campaign, or of a store that was just loaded. */
export async function fillDays(db: Db, campaignId?: string): Promise<void> {
  const own = campaignId === undefined ? sql`true` : sql`campaign_id = ${campaignId}`
  await sql`with counted as (select campaign_id, counted_at from pledge where state = 'counted' and ${own}) ${sql.raw(addToDays('counted'))}`.execute(db)
}

// Days that are not what the pledges say: every day that either of them knows, with what it must be.
const wrongDays = sql`
  select campaign_id, day, coalesce(due.added, 0) as due, coalesce(stored.added, 0) as stored
  from (select campaign_id, (counted_at at time zone 'UTC')::date as day, count(*) as added from pledge where state = 'counted' group by 1, 2) due
  full join campaign_day stored using (campaign_id, day)
  where coalesce(due.added, 0) <> coalesce(stored.added, 0)`

/** One line for each campaign whose days are not what its counted pledges say. */
export async function dayDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string; days: number; first: string }>`
    select c.slug, count(*)::int as days, min(w.day)::text as first from (${wrongDays}) w join campaign c on c.id = w.campaign_id
    group by c.id order by c.id`.execute(tx)
  return rows.map(({ slug, days, first }) => `campaign ${slug}: ${days} ${days === 1 ? 'day' : 'days'} of its growth wrong, first ${first}`)
}

/** Makes the days what they must be. After `holdPledges`. */
export async function repairDays(tx: Db): Promise<void> {
  await sql`
    with wrong as materialized (${wrongDays})
    insert into campaign_day (campaign_id, day, added) select campaign_id, day, due from wrong order by campaign_id, day
    on conflict (campaign_id, day) do update set added = excluded.added`.execute(tx)
}
