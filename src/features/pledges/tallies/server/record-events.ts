import { sql } from 'kysely'
import { milestones } from '#features/notifications/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * Common table expressions that write outbox rows for a `batch` of pledges. Per campaign there is one event for its new supporters and one for
 * the highest milestone reached. The first names the newest public supporter; the creator and restored pledges are left out. Each milestone is
 * recorded only once.
 */
export const recordedEvents = (isRecorded: boolean) => sql`
    joined as (
      select b.campaign_id, count(*)::int as n, (array_agg(b.person_id order by b.id desc) filter (where not p.is_private))[1] as shown
      from batch b join campaign c on c.id = b.campaign_id left join pledge p on p.campaign_id = b.campaign_id and p.person_id = b.person_id
      where b.delta > 0 and not b.is_restored and b.person_id is distinct from c.creator_id group by b.campaign_id),
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
      select 'pledge', campaign_id, shown, n from joined where ${isRecorded}
      union all
      select 'campaign_milestone', r.campaign_id, null, max(r.number) from reached r join joined using (campaign_id)
      where ${isRecorded} and r.number > 1 group by r.campaign_id)`

/**
 * Records a goal that is already reached when it is set, so that no notification is sent for it. The caller has locked
 * the campaign's counter row.
 */
export async function recordReachedGoal(tx: Db, campaignId: string): Promise<void> {
  await sql`
    insert into campaign_milestone (campaign_id, number)
    select c.id, c.supporters_goal from campaign c join campaign_stats s on s.campaign_id = c.id
    where c.id = ${campaignId} and c.supporters_goal <= s.supporters
    on conflict do nothing`.execute(tx)
}
