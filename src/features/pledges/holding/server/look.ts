import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { undoDays } from '../../corrections/terms.ts'
import { ownState } from '../../server/own-pledge.ts'
import { decisionsForMedian, keptDays } from '../terms.ts'

/**
 * SQL condition: people whose pledges the invalidation `i` has taken out can ask for a look, each until they are answered. Rejected held pledges have
 * been looked at.
 */
export const isLookOpen = sql<boolean>`(not i.is_held and i.created_at > now() - make_interval(days => ${sql.lit(undoDays)}))`

/** SQL condition: the person of the row `k` of `pledge_correction` has asked for a look and waits for the answer. */
export const isLookWaiting = sql<boolean>`(k.look_asked_at is not null and k.look_answered_at is null)`

/**
 * Records that a person asks a moderator to look at their pledge (idempotent). Returns false unless they see it as in review, or as removed by a
 * correction that can still be undone and about which no moderator has answered them.
 */
export async function askForLook(db: Db, { campaignId, personId }: { campaignId: string; personId: string }): Promise<boolean> {
  const { rows } = await sql`
    with own as materialized (
      select o.campaign_id, o.person_id, o.state from pledge o
      where o.campaign_id = ${campaignId} and o.person_id = ${personId} and ${ownState} in ('review', 'removed')
        and ${isVisible('campaign', sql`o.campaign_id`, sql`${personId}::uuid`)}),
    held as (
      update join_signal s set look_asked_at = coalesce(s.look_asked_at, now()) from own
      where own.state = 'review' and s.campaign_id = own.campaign_id and s.person_id = own.person_id returning 1),
    removed as (
      -- The time is that of the change, also after a wait for its row: an answer covers the requests up to the moment when their list was read.
      update pledge_correction k set look_asked_at = coalesce(k.look_asked_at, clock_timestamp()) from own, invalidation i
      where own.state = 'invalid' and k.campaign_id = own.campaign_id and k.person_id = own.person_id and k.look_answered_at is null
        and i.id = k.invalidation_id and ${isLookOpen} returning 1)
    select from held union all select from removed`.execute(db)
  return rows.length > 0
}

/**
 * Median time in hours from the first request for a look to the decision about a group, among the groups decided lately. Null under five groups:
 * each is a decision of its own.
 */
export async function hoursToLook(db: Db): Promise<number | null> {
  const isLately = (at: RawBuilder<unknown>) => sql`${at} > now() - make_interval(days => ${keptDays})`
  const { rows } = await sql<{ hours: number | null }>`
    with decided as (
      select s.campaign_id, s.network, min(s.look_asked_at) as asked_at, min(s.checked_at) as decided_at from join_signal s
      where ${isLately(sql`s.checked_at`)} and s.look_asked_at is not null group by 1, 2
      union all
      select s.campaign_id, s.network, min(s.look_asked_at), i.created_at from invalidation i
      join join_signal s on s.campaign_id = i.campaign_id and s.network = i.network
      where i.is_held and ${isLately(sql`i.created_at`)} and s.look_asked_at < i.created_at group by i.id, 1, 2)
    select case when count(*) >= ${decisionsForMedian} then
      round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - asked_at) / 3600))::int end as hours from decided`.execute(db)
  return rows[0]?.hours ?? null
}
