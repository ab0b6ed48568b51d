import { sql } from 'kysely'
import type { OwnPledge } from '../contract.ts'

/** SQL for the state of the pledge `o` as its own person sees it: `shownState` of policy.ts. */
export const ownState = sql<OwnPledge['state']>`case when coalesce(o.own_state, o.state) = 'unconfirmed' then 'unconfirmed'
  when coalesce(o.own_state, o.state) = 'repeated' and (select email_verified from person where id = o.person_id) then 'repeated'
  when o.state = 'invalid' then 'removed' else 'counted' end`

/** SQL for the viewer's own pledge to the campaign whose id is in the column `of`; null for visitors and people who have not joined. */
export const ownPledge = (of: string, personId: string | null) => sql<OwnPledge | null>`(
  select json_build_object('state', ${ownState}, 'isPrivate', o.is_private)
  from pledge o where o.campaign_id = ${sql.ref(of)} and o.person_id = ${personId})`
