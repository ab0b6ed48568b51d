import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { JobRun, Queue } from '../contract.ts'
import { plainError } from '../policy.ts'
import { queueCounted } from '../terms.ts'

const most = queueCounted + 1

/** State of every queue. Counting stops at `queueCounted`, so that a long queue costs no more than ten thousand rows. */
export async function queueStates(db: Db): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'notifications' as name, count(*)::int as queued, (count(*) filter (where tries > 0))::int as retried,
      (select count(*)::int from (select from notification_event where failed_at is not null limit ${most}) as given_up) as failed,
      min(created_at) as "oldestAt"
    from (select tries, created_at from notification_event where delivered_at is null and failed_at is null limit ${most}) as waiting
    union all
    select 'handover', count(*)::int, (count(*) filter (where tries > 0))::int,
      (select count(*)::int from (select from notification_event where greatest(mail_failed_at, push_failed_at) is not null limit ${most}) as given_up),
      min(delivered_at)
    from (
      -- Two queries instead of an OR, because each condition has its own partial index.
      (select id, greatest(mail_tries, push_tries) as tries, delivered_at from notification_event
      where delivered_at is not null and mailed_at is null and mail_failed_at is null limit ${most})
      union
      (select id, greatest(mail_tries, push_tries), delivered_at from notification_event
      where delivered_at is not null and pushed_at is null and push_failed_at is null limit ${most})
      limit ${most}) as waiting
    union all
    select 'mail', count(*)::int, (count(*) filter (where tries > 0))::int,
      (select count(*)::int from (select from mail where failed_at is not null limit ${most}) as given_up),
      min(created_at)
    from (select tries, created_at from mail where failed_at is null limit ${most}) as waiting
    union all
    select 'push', count(*)::int, (count(*) filter (where tries > 0))::int,
      (select count(*)::int from (select from push_message where failed_at is not null limit ${most}) as given_up),
      min(created_at)
    from (select tries, created_at from push_message where failed_at is null limit ${most}) as waiting
    union all
    -- A digest mail that is not due yet is not late, so it does not count as the oldest.
    select 'digests', count(*)::int, null, null, min(digest_at) filter (where digest_at <= now())
    from (select digest_at from notification_mailing where digest_at is not null limit ${most}) as waiting
    union all
    select 'pledges', count(*)::int, null, null, null
    -- Rows that wait for the next step of a campaign that counts quietly are not late.
    from (
      select from pledge_log l where not exists (select from campaign_stats q where q.campaign_id = l.campaign_id and q.quiet_log < l.id)
      limit ${most}) as waiting`.execute(db)
  return rows
}

/** Last runs of each job, by name. */
export async function jobRuns(db: Db): Promise<JobRun[]> {
  const rows = await db.selectFrom('job_run').selectAll().orderBy('name').execute()
  return rows.map(({ name, last_done_at, last_failed_at, last_error, done, failed }) => ({
    name,
    lastDoneAt: last_done_at,
    lastFailedAt: last_failed_at,
    lastError: last_error === null ? null : plainError(last_error),
    done: Number(done),
    failed: Number(failed),
  }))
}
