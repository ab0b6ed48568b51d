import { sql } from 'kysely'
import { closeReports } from '#features/moderation/server/public.ts'
import type { ReportOutcome } from '#features/moderation/terms.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { waitingHours } from '../queue/terms.ts'
import { closedReportLetter } from './letters.ts'

const mailsAtOnce = 100

/** Mails visitors how their reports ended, and deletes their addresses. Returns the number of mails. */
export const mailVisitors = (db: Db, mail: Pick<MailQueue, 'add'>): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; to: string; sentAt: Date; outcome: ReportOutcome }>`
      select id, visitor_email as to, created_at as "sentAt", outcome from report
      where visitor_email is not null and closed_at is not null order by closed_at limit ${mailsAtOnce} for update skip locked`.execute(tx)
    for (const { to, ...ended } of rows) await mail.add(tx, closedReportLetter(to, ended))
    const ids = rows.map(({ id }) => id)
    await sql`update report set visitor_email = null where id = any(${ids}::uuid[])`.execute(tx)
    return rows.length
  })

/** Closes the reports about content that its author has deleted. Returns their number. */
export async function closeGone(db: Db): Promise<number> {
  const { rows } = await sql<{ kind: string; id: string }>`
    select k.subject_kind as kind, k.subject_id as id from report_case k
    where k.opened_at is not null
      -- A scalar subquery reads one row by its id. A join would read all content.
      and (select r.id from reportable r where r.kind = k.subject_kind and r.id = k.subject_id) is null limit 100`.execute(db)
  for (const subject of rows) await inTransaction(db, (tx) => closeReports(tx, { subject, outcome: 'gone', moderatorId: null, hiding: 'ends' }))
  return rows.length
}

/** Inserts the outbox row of `queue_waiting`; false if there was one today. `reportId` is null if the oldest thing that waits is no report. */
export type RecordWaiting = (tx: Tx, waiting: { reportId: string | null; number: number }) => Promise<boolean>

/**
 * Notifies the moderators, at most once a day, of what nobody has looked at for longer than usual: reports, waiting texts and what is hidden for review, and the work of
 * their other pages (`moderator_work`). Returns true if it did.
 */
export async function remindOfQueue(db: Db, record: RecordWaiting): Promise<boolean> {
  const { rows } = await sql<{ reportId: string | null; number: number }>`
    with waiting as (
      select k.opened_at as since, k.is_urgent, k.id as case_id from report_case k where k.opened_at is not null and (k.reporters > 0 or k.is_hidden)
      union all
      select k.opened_at, k.is_urgent, k.id from report_case k where k.opened_at is not null and k.reporters = 0 and not k.is_hidden
        and (select r.moderation from reportable r where r.kind = k.subject_kind and r.id = k.subject_id) = 'waiting'
      union all
      select since, false, null from moderator_work)
    select (select o.id from report o where o.case_id = w.case_id and o.closed_at is null order by o.id limit 1) as "reportId",
      (select count(*)::int from waiting) as number
    from waiting w where w.since < case when w.is_urgent then now() else now() - make_interval(hours => ${waitingHours}) end
      -- One notification a day.
      and not exists (select from notification_reach where subject_id = md5('queue_waiting')::uuid and day = (now() at time zone 'UTC')::date)
    order by w.is_urgent desc, w.since limit 1`.execute(db)
  const [waiting] = rows
  return waiting !== undefined && inTransaction(db, (tx) => record(tx, waiting))
}

type Options = { store: Store; log: Log; leadership: Leadership; mail: Pick<MailQueue, 'add' | 'runSoon'>; record: RecordWaiting; onRecorded: () => void }

/** Two jobs, so that visitors get their mail also while the reminder fails. */
export function startReportJobs({ store, mail, log, leadership, record, onRecorded }: Options): Stoppable {
  const jobs = [
    startJob({
      name: 'reports',
      everyMs: 60_000,
      work: async () => {
        const closed = await closeGone(store.db)
        if ((await remindOfQueue(store.db, record)) || closed > 0) onRecorded()
      },
      failed: 'the regular work on reports failed',
      log,
      leadership,
    }),
    startJob({
      name: 'report_mail',
      everyMs: 60_000,
      work: async () => {
        if ((await mailVisitors(store.db, mail)) > 0) mail.runSoon()
      },
      failed: 'mailing visitors how their reports ended failed',
      log,
      leadership,
    }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
