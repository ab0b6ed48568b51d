import { sql } from 'kysely'
import { sweepRows } from '#main/sweep.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { eventually } from './load.ts'

/** Tables that background jobs change on their own: by deriving them from other tables, by sending their rows, or by deleting expired rows. */
const derived = [
  'campaign_rank',
  'campaign_count',
  'never_counted',
  'pledge_receipt',
  'daily_list',
  'daily_list_leaves',
  'subject_rank',
  'entry_summary',
  'entry_summary_due',
  'schema_migration',
  'mail',
  'push_message',
  'job_run',
  'rate_limit',
  'sign_in_attempt',
  'campaign_chat_pace',
  'person_pace',
  // Digests are planned and queued by a job.
  'notification_mailing',
]
const known = new WeakMap<object, Promise<string[]>>()

/** One hash of all rows for each table: two equal results mean that nothing was written in between. */
export async function storeDigest(store: Store): Promise<Record<string, string>> {
  const names = known.get(store) ?? tablesOf(store)
  known.set(store, names)
  const parts = (await names).map(
    (name) => sql`select ${name}::text as name, md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) as digest from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(store.db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function tablesOf({ db }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ name, isView }) => !isView && !derived.includes(name)).map(({ name }) => name)
}

/** A job that is due later than this does not run during a test. */
const soon = sql`now() + interval '1 minute'`

/** Waits until all pending changes are counted and delivered, so that no background job writes during the test. */
export async function countsSettled({ db }: Store): Promise<void> {
  // Records that moderators were reminded of waiting reports today, because that job could otherwise record a notification at any moment.
  await sql`insert into notification_reach (subject_id, day, number) values (md5('queue_waiting')::uuid, (now() at time zone 'utc')::date, 1)
    on conflict (subject_id) do nothing`.execute(db)
  await eventually(
    'everything is counted, told and sent',
    async () => {
      const { rows } = await sql<{ waiting: number }>`
      select (select count(*) from pledge_log) + (select count(*) from tally_change) + (select count(*) from notification_gone)
        + (select count(*) from notification_clearing)
        + (select count(*) from notification_event where failed_at is null and (
          delivered_at is null and next_try_at < ${soon}
          or mailed_at is null and mail_failed_at is null and mail_next_at < ${soon}
          or pushed_at is null and push_failed_at is null and push_next_at < ${soon})) as waiting`.execute(db)
      return rows[0]?.waiting === 0
    },
    90_000,
  )
}

/** The hashes at a time when no background job writes: pending changes are counted, and expired rows are deleted. */
export async function quietDigest(store: Store): Promise<Record<string, string>> {
  await countsSettled(store)
  await sweepRows(store.db)
  return storeDigest(store)
}
