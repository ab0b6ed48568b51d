import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { undoDays } from '../../corrections/terms.ts'
import { letIn } from '../../server/corrections.ts'
import type { Step } from '../../server/run-steps.ts'
import { burstSize, heldHours, keptDays } from '../terms.ts'

const stepSize = 500

/** SQL for the undecided pledges: `s` is the row of `join_signal`, `p` the pledge. */
export const undecided = sql`join_signal s join pledge p using (campaign_id, person_id) where s.held_at is not null and p.state in ('held', 'review')`

/**
 * SQL for the label of the group to which the row `s` belongs: its network. If pledges of the network were held the week before, too, and it has joins
 * in the first days of this week, it is the label of that week for all its joins of this week. A rejected pledge keeps its place, so a group does not
 * change while it is rejected.
 */
export const groupOf = sql<string>`join_group(s.campaign_id, s.network)`

const isTooLong = sql`s.held_at < now() - make_interval(hours => ${heldHours})`
const bursts = sql`select s.campaign_id, ${groupOf} from ${undecided} group by 1, 2 having count(*) >= ${burstSize}`

/** A burst waits for a moderator, so without one it counts like every other held pledge. */
const mayCount = sql`(p.state = 'held' and (s.campaign_id, ${groupOf}) not in (${bursts}) or not (select has_moderators()))`

/** Counts the next pledges that a moderator has let in, or that were held for 72 hours and are not part of a burst that waits for a moderator. */
export const releaseStep = (db: Db): Promise<Step> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ campaign_id: string; person_id: string; state: 'held' | 'review' }>`
      select s.campaign_id, s.person_id, p.state from ${undecided}
        and (s.is_let_in or (${isTooLong} and ${mayCount}))
      order by 1, 2 limit ${stepSize}`.execute(tx)
    if (rows.length === 0) return { state: 'idle' }
    const list = { campaignIds: rows.map(({ campaign_id }) => campaign_id), personIds: rows.map(({ person_id }) => person_id) }
    const counted = await letIn(tx, list)
    if (!counted) return { state: 'waiting' }
    await sql`
      update join_signal s set held_at = null, is_let_in = false, checked_at = case when g.state = 'review' then now() end
      from unnest(${list.campaignIds}::uuid[], ${list.personIds}::uuid[], ${rows.map(({ state }) => state)}::text[]) as g(campaign_id, person_id, state)
      where s.campaign_id = g.campaign_id and s.person_id = g.person_id`.execute(tx)
    return { state: 'moved', campaignIds: counted.changes.map(({ campaignId }) => campaignId) }
  })

/** Shows the people of bursts, on the page and the dashboard, that their pledges do not count yet. They do count on a site without moderators. */
export async function showBursts(db: Db): Promise<void> {
  await sql`
    with due as materialized (
      select p.campaign_id, p.person_id from ${undecided} and p.state = 'held' and not s.is_let_in and ${isTooLong}
        and (s.campaign_id, ${groupOf}) in (${bursts}) and (select has_moderators())
      order by 1, 2 for update of p)
    update pledge p set state = 'review' from due where p.campaign_id = due.campaign_id and p.person_id = due.person_id`.execute(db)
}

/**
 * Deletes signals and keys after 30 days. Undecided pledges keep their rows, and pledges that a correction has taken out until it can no longer be
 * undone: the undo may make them undecided again, and may bring back those of one network only. Of these rows only the network stays, as the label
 * of a group whose key is gone.
 */
export async function forgetSignals(db: Db): Promise<void> {
  const isOld = sql`s.at < now() - make_interval(days => ${keptDays})`
  await sql`delete from signal_key where week < (now() at time zone 'UTC')::date - ${keptDays}::int`.execute(db)
  await sql`delete from sign_up_signal s where ${isOld}`.execute(db)
  await sql`
    delete from join_signal s using pledge p where p.campaign_id = s.campaign_id and p.person_id = s.person_id and ${isOld}
      and (s.held_at is null or p.state not in ('held', 'review'))
      and not exists (
        select from pledge_correction c join invalidation i on i.id = c.invalidation_id
        where c.campaign_id = s.campaign_id and c.person_id = s.person_id
          and (i.created_at > now() - make_interval(days => ${undoDays}) or i.state = 'undoing'))`.execute(db)
  await sql`update join_signal s set browser = '', mail_domain = '' where ${isOld} and (s.browser <> '' or s.mail_domain <> '')`.execute(db)
}
