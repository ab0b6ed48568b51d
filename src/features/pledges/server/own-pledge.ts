import { sql } from 'kysely'
import type { OwnPledge } from '../contract.ts'

/** How the state of the pledge `o` is shown to its own person. */
export const ownState = sql<OwnPledge['state']>`case when o.state = 'unconfirmed' then 'unconfirmed' else 'counted' end`

/** One's own pledge to the campaign whose id the column `of` holds, as a part of the query that reads it; null for visitors and others. */
export const ownPledge = (of: string, personId: string | null) => sql<OwnPledge | null>`(
  select json_build_object('state', ${ownState}, 'isPrivate', o.is_private)
  from pledge o where o.campaign_id = ${sql.ref(of)} and o.person_id = ${personId})`
