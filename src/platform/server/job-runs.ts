import { sql } from 'kysely'
import type { Stoppable } from './job.ts'
import { type JobRecord, jobRecords, onJobEnded } from './job-times.ts'
import type { Log } from './log.ts'
import type { Db } from './store/open-store.ts'

const pauseMs = 10_000
/** Pause between writes after a failure or the first run of a job, which should be visible at once. */
const newsPauseMs = 1_000

/**
 * Writes to the database when each job of this process last succeeded or failed, so that an operator sees
 * all processes in one place. One statement writes all jobs, at most every ten seconds, and at once after
 * a failure or a first run. A failed write never fails a job; its data is written with the next one.
 */
export function keepJobRuns({ db, log }: { db: Db; log: Log }): Stoppable {
  // Runs counted before this call belong to an earlier `keepJobRuns` of the same process.
  const written = new Map(jobRecords())
  let timer: NodeJS.Timeout | null = null
  let dueAt = Number.POSITIVE_INFINITY
  let wroteAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let writing: Promise<void> = Promise.resolve()

  function schedule(at: number) {
    if (stopped || at >= dueAt) return
    if (timer) clearTimeout(timer)
    dueAt = at
    timer = setTimeout(write, Math.max(0, at - performance.now()))
  }

  function write() {
    timer = null
    dueAt = Number.POSITIVE_INFINITY
    wroteAt = performance.now()
    writing = writing.then(writeAll).catch((error: unknown) => {
      log.debug({ err: error }, 'job results could not be saved; this will be retried')
      schedule(performance.now() + pauseMs)
    })
  }

  async function writeAll() {
    const now = new Map(jobRecords())
    const changes = [...now].flatMap(([name, record]) => changeOf(name, { record, before: written.get(name) }))
    if (changes.length === 0) return
    await addRuns(db, changes)
    for (const [name, record] of now) written.set(name, record)
  }

  const stopListening = onJobEnded((job) => {
    const [record, before] = [jobRecords().get(job), written.get(job)]
    const isNews = before === undefined || (record?.failed ?? 0) > before.failed
    schedule(Math.max(performance.now(), wroteAt + (isNews ? newsPauseMs : pauseMs)))
  })

  return {
    async stop() {
      stopped = true
      stopListening()
      if (timer) clearTimeout(timer)
      await writing
      await writeAll().catch((error: unknown) => log.debug({ err: error }, 'the last job results could not be saved'))
    },
  }
}

type Change = JobRecord & { name: string }

function changeOf(name: string, { record, before }: { record: JobRecord; before: JobRecord | undefined }): Change[] {
  const [done, failed] = [record.done - (before?.done ?? 0), record.failed - (before?.failed ?? 0)]
  return done + failed === 0 ? [] : [{ ...record, name, done, failed }]
}

/** Writes in the order of names, so that two processes never deadlock. */
async function addRuns(db: Db, changes: Change[]): Promise<void> {
  const rows = changes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const column = <Value>(of: (row: Change) => Value) => rows.map(of)
  await sql`
    insert into job_run as r (name, last_done_at, last_failed_at, last_error, done, failed)
    select * from unnest(
      ${column(({ name }) => name)}::text[], ${column(({ doneAt }) => doneAt?.toISOString() ?? null)}::timestamptz[],
      ${column(({ failedAt }) => failedAt?.toISOString() ?? null)}::timestamptz[], ${column(({ lastError }) => lastError)}::text[],
      ${column(({ done }) => done)}::bigint[], ${column(({ failed }) => failed)}::bigint[])
    on conflict (name) do update set
      last_done_at = greatest(r.last_done_at, excluded.last_done_at), last_failed_at = greatest(r.last_failed_at, excluded.last_failed_at),
      last_error = coalesce(excluded.last_error, r.last_error), done = r.done + excluded.done, failed = r.failed + excluded.failed`.execute(db)
}
