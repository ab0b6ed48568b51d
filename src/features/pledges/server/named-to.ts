import { sql } from 'kysely'

/**
 * SQL: the creator of the campaign `c`, if a notification of theirs names the person of the pledge `o`; else null. Also null while the campaign
 * counts quietly, because the signal that a name has changed would tell at once that somebody has left or hidden a pledge.
 */
export const namedTo = sql<string | null>`case when
  not exists (select from campaign_stats q where q.campaign_id = o.campaign_id and q.quiet_at is not null)
  and exists (select from notification_event e where e.actor_id = o.person_id and e.campaign_id = o.campaign_id and e.type = 'pledge')
  then c.creator_id end`
