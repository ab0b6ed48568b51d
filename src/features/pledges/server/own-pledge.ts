import { sql } from 'kysely'
import type { OwnPledge } from '../contract.ts'

/** SQL condition: a moderator has rejected the group of held pledges to which this pledge belongs. */
export const isRejected = (pledge: string) => `exists (
  select from pledge_correction k join invalidation i on i.id = k.invalidation_id
  where k.campaign_id = ${pledge}.campaign_id and k.person_id = ${pledge}.person_id and i.is_held)`

/** SQL for the state of the pledge `o` as its own person sees it: `shownState` of policy.ts. */
export const ownState = sql<OwnPledge['state']>`case when coalesce(o.own_state, o.state) in ('unconfirmed', 'paused') then coalesce(o.own_state, o.state)
  when coalesce(o.own_state, o.state) = 'repeated' and (select email_verified from person where id = o.person_id) then 'repeated'
  when o.state = 'review' then 'review' when o.state <> 'invalid' then 'counted'
  when ${sql.raw(isRejected('o'))} then 'rejected' else 'removed' end`

/**
 * SQL: since when the pledge `o` of the person `q` counts, as its person sees it. `pledge.counted_at` would tell a held pledge, or a repeated one of
 * an address that is not confirmed, from a counted one.
 */
export const ownCountedFrom = sql<Date>`greatest(o.created_at, q.counting_from)`

/** SQL for the viewer's own pledge to the campaign whose id is in the column `of`; null for visitors and people who have not joined. */
export const ownPledge = (of: string, personId: string | null) => sql<OwnPledge | null>`(
  select json_build_object('state', ${ownState}, 'isPrivate', o.is_private)
  from pledge o where o.campaign_id = ${sql.ref(of)} and o.person_id = ${personId})`
