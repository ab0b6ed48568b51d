import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { platformId } from './queries.ts'

/** SQL condition: the campaign `c` counts in the tallies. False for drafts, ended campaigns, and those that a moderator has hidden or removed. */
export const isTallied = sql`(c.status = 'active' and c.moderation is null)`

/** SQL for everything that a campaign `c` with target `g` is counted under: the platform, the target, its industry and its causes. */
export const entriesOfCampaign = sql`
  select ${platformId}::uuid as subject_id, 'platform' as kind
  union all select g.id, 'target'
  union all select g.industry_id, 'industry' where g.industry_id is not null
  union all select cc.cause_id, 'cause' from campaign_cause cc where cc.campaign_id = c.id`

/**
 * SQL for the pledges whose people are counted under the entries of their campaign: those that count, without the changes that are still in the
 * log. `chosen` is a condition on `campaign_id`.
 */
export const appliedPledges = (chosen: ReturnType<typeof sql>) => sql`(
  select o.campaign_id, o.person_id, coalesce(o.counted_at, '-infinity') as counted_at from (select * from pledge where ${chosen}) o
  left join (select campaign_id, person_id, sum(delta) as n from pledge_log where ${chosen} group by 1, 2) waits using (campaign_id, person_id)
  where (o.state = 'counted')::int - coalesce(waits.n, 0) = 1)`

/**
 * SQL for the people who are counted in addition to `appliedPledges`: a pledge that was disconnected while its campaign counts quietly is under
 * its person until the next step. Apart, because a union with a million pledges would be read as a whole for each chunk.
 */
export const leavingPledges = (chosen: ReturnType<typeof sql>) => sql`(
  select l.campaign_id, l.person_id, '-infinity'::timestamptz as counted_at from pledge_log l where ${chosen}
  group by 1, 2
  having sum(delta) = -1 and not exists (select from pledge had where had.campaign_id = l.campaign_id and had.person_id = l.person_id))`

/** A campaign that is counted under a directory entry; `yearly_cents` is what one supporter adds. */
export type Share = { campaign_id: string; subject_id: string; kind: string; yearly_cents: number }

/** The entries under which these campaigns are counted. Those that have ended or are hidden have none. */
export async function countedUnder(tx: Db, campaignIds: readonly string[]): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select c.id as campaign_id, s.subject_id, s.kind, coalesce(c.yearly_cents, 0) as yearly_cents
    from campaign c join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
    where c.id = any(${campaignIds}::uuid[]) and ${isTallied}
    order by c.id, s.subject_id`.execute(tx)
  return rows
}
