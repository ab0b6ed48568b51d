import { sql } from 'kysely'
import { recordEvent } from '#features/notifications/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount } from '#platform/shown-count.ts'
import { alarm } from '../terms.ts'

/**
 * Notifies the moderators of the campaign whose joins of the last 60 minutes, counted or not, exceed its usual number most. The usual number
 * comes from the counted joins of the 28 days before. Returns true if it notified them; the outbox allows one such notification a day.
 */
export async function raiseAlarm(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: string; joins: number }>`
    with recent as materialized (
      select campaign_id, count(*)::int as joins from pledge
      where created_at >= now() - interval '1 hour'
        -- After today's notification there is nothing to look for.
        and not exists (select from notification_reach where subject_id = md5('count_alarm')::uuid and day = (now() at time zone 'UTC')::date)
      group by 1 having count(*) >= ${alarm.joins}),
    usual as (
      select r.campaign_id, r.joins, coalesce((select sum(d.counted) from campaign_day d
        where d.campaign_id = r.campaign_id and d.day < (now() at time zone 'UTC')::date and d.day >= (now() at time zone 'UTC')::date - 28), 0) / 672.0 as usual
      from recent r)
    select c.id, u.joins from usual u join public_campaign c on c.id = u.campaign_id
    where u.joins >= ${alarm.times} * u.usual
      and (c.published_at < now() - make_interval(days => ${alarm.youngDays}) or u.joins >= ${alarm.joinsWhenYoung})
    order by u.joins - u.usual desc, c.id limit 1`.execute(db)
  const [found] = rows
  return (
    found !== undefined && inTransaction(db, (tx) => recordEvent(tx, { type: 'count_alarm', campaignId: found.id, number: roundedCount(found.joins) ?? 0 }))
  )
}
