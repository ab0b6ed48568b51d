import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** SQL: the slower one of what the site's switches and the creator of the active campaign `c` want; null for live. */
const wantedStep = sql`case when c.status = 'active' then case
  when c.quiet_every = 'day' or exists (select from site_switch where name = 'quiet_daily') then 'day'
  when c.quiet_every = 'hour' or exists (select from site_switch where name = 'quiet_hourly') then 'hour' end end`

/**
 * Publishes the numbers of a campaign: its next step if it counts quietly, and the first one if it begins to. The caller has locked the counter,
 * so that all pledges wait, and number, days and pledge log are cut at the same pledge.
 */
async function takeStep(tx: Tx, campaignId: string): Promise<void> {
  await sql`
    update campaign_stats s set quiet_every = w.step, quiet_at = w.at,
      quiet_supporters = case when w.step is not null then s.counted end,
      quiet_version = case when w.step is not null then s.counted_version end,
      quiet_log = case when w.step is not null then (select last_value - (not is_called)::int from pledge_log_id_seq) end,
      quiet_until = date_trunc(w.step, w.at, 'UTC') + case w.step when 'day' then interval '24 hours' else interval '1 hour' end
    from (
      select step, case when step is not null then clock_timestamp() end as at
      from (select ${wantedStep} as step from campaign c where c.id = ${campaignId}) wanted) w
    where s.campaign_id = ${campaignId}`.execute(tx)
  await sql`update campaign_day set quiet_added = null where campaign_id = ${campaignId} and quiet_added is not null`.execute(tx)
}

/** Begins quiet counting at once if a live campaign is to count quietly now. Every other change takes effect at the next step. */
export async function beginQuietCounting(tx: Tx, campaignId: string): Promise<void> {
  const live = await tx.selectFrom('campaign_stats').select('quiet_at').where('campaign_id', '=', campaignId).forUpdate().executeTakeFirst()
  if (live?.quiet_at === null) await takeStep(tx, campaignId)
}

const chunk = 200

/** SQL: true if a step of the campaign with the counter `s` is due. It waits while supporters are moved between directory entries. */
const stepIsDue = sql`(s.quiet_until <= now() and not exists (select from tally_change t where t.campaign_id = s.campaign_id))`
/** SQL: true if the site's switch asks for quiet counting of the live campaign with the counter `s`. */
const beginsBySwitch = sql`(s.quiet_until is null and exists (select from campaign c where c.id = s.campaign_id and c.status = 'active')
  and exists (select from site_switch where name in ('quiet_hourly', 'quiet_daily')))`

/** Takes a step that has been found due. Checks again under the lock, because another transaction may have ended or changed the campaign. */
async function takeDueStep(tx: Tx, campaignId: string): Promise<boolean> {
  await sql`select from campaign_stats where campaign_id = ${campaignId} for update`.execute(tx)
  const { rows } = await sql`
    select 1 from campaign_stats s where s.campaign_id = ${campaignId} and (${stepIsDue} or ${beginsBySwitch})`.execute(tx)
  if (rows.length > 0) await takeStep(tx, campaignId)
  return rows.length > 0
}

/**
 * Takes the steps that are due, each in a transaction of its own, and begins quiet counting where the site's switch asks for it. A campaign
 * whose supporters are being moved between directory entries waits, because that job reads the log. Returns the campaigns whose numbers may have moved.
 */
export async function takeDueSteps(db: Db, stopping?: AbortSignal): Promise<string[]> {
  const moved: string[] = []
  for (let more = true; more && !stopping?.aborted; ) {
    const { rows } = await sql<{ campaign_id: string }>`
      select s.campaign_id from campaign_stats s where ${stepIsDue}
      union all
      select s.campaign_id from campaign_stats s where ${beginsBySwitch}
      limit ${chunk}`.execute(db)
    for (const { campaign_id } of rows) {
      if (stopping?.aborted) break
      if (await db.transaction().execute((tx) => takeDueStep(tx, campaign_id))) moved.push(campaign_id)
    }
    more = rows.length === chunk
  }
  return moved
}
