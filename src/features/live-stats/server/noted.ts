import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const milestones = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]

/**
 * The events of a `batch` of pledges, as parts of the statement that applies it: who joined each campaign, without its
 * creator, as one event; and of the numbers that its supporters have reached by now, each once for ever, the highest.
 * Whoever joined privately is not named.
 */
export const noted = (telling: boolean) => sql`
    joined as (
      select b.campaign_id, count(*)::int as n, (array_agg(b.person_id order by b.id desc))[1] as newest
      from batch b join campaign c on c.id = b.campaign_id
      where b.delta > 0 and b.person_id is distinct from c.creator_id group by b.campaign_id),
    reached as (
      insert into campaign_milestone (campaign_id, number)
      select s.campaign_id, m.number from (select distinct campaign_id from batch where delta > 0) b
      join campaign_stats s using (campaign_id) join campaign c on c.id = b.campaign_id
      cross join lateral (select unnest(${milestones}::bigint[]) as number union select c.supporters_goal) m
      where m.number <= s.supporters order by s.campaign_id, m.number
      on conflict do nothing
      returning campaign_id, number),
    told as (
      insert into notification_event (type, campaign_id, actor_id, number)
      select 'pledge', j.campaign_id, case when p.is_private then null else j.newest end, j.n
      from joined j join pledge p on p.campaign_id = j.campaign_id and p.person_id = j.newest where ${telling}
      union all
      select 'campaign_milestone', r.campaign_id, null, max(r.number) from reached r join joined using (campaign_id)
      where ${telling} and r.number > 1 group by r.campaign_id)`

/** A goal that is set where it is reached already is no news: nobody is told of it. The campaign's counter is held by the caller. */
export async function passOverGoal(tx: Db, campaignId: string): Promise<void> {
  await sql`
    insert into campaign_milestone (campaign_id, number)
    select c.id, c.supporters_goal from campaign c join campaign_stats s on s.campaign_id = c.id
    where c.id = ${campaignId} and c.supporters_goal <= s.supporters
    on conflict do nothing`.execute(tx)
}
