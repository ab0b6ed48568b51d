import type { ReactNode } from 'react'
import { Badge } from '#design/badge.tsx'
import { cx } from '#design/classes.ts'
import { EmptyState } from '#design/states.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { JobRun, Queue } from '../contract.ts'
import { countText, jobText, queueText } from './words.ts'

/** A table from 640 px on. Below that, a list of rows in which each cell contains its column's heading. */
function Rows({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table aria-label={title} className="w-full border-t border-ink text-start max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {heads.map((head, n) => (
            <th key={head} scope="col" className={cx('type-label px-2 py-2 text-sm text-muted', n === 0 ? 'ps-0 text-start' : 'text-end')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  )
}

const rowClass = 'border-t border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:py-3'
const nameClass = 'py-2 pe-2 text-start font-semibold [overflow-wrap:anywhere] max-sm:col-span-2 max-sm:block max-sm:py-0 max-sm:pb-1'

function Cell({ head, children, strong = false }: { head: string; children: ReactNode; strong?: boolean }) {
  return (
    <td className={cx('px-2 py-2 text-end tabular-nums max-sm:flex max-sm:justify-between max-sm:gap-2 max-sm:px-0 max-sm:py-1', strong && 'font-bold')}>
      <span aria-hidden="true" className="text-muted sm:hidden">
        {head}
      </span>
      <span>{children}</span>
    </td>
  )
}

export function QueueTable({ queues, now }: { queues: Queue[]; now: Date }) {
  const heads = [m.jobs_queue(), m.jobs_queued(), m.jobs_retried(), m.jobs_failed(), m.jobs_oldest()] as const
  return (
    <Rows title={m.jobs_queues()} heads={heads}>
      {queues.map(({ name, queued, retried, failed, oldestAt }) => (
        <tr key={name} className={rowClass}>
          <th scope="row" className={nameClass}>
            {queueText(name)}
          </th>
          <Cell head={heads[1]} strong={queued > 0}>
            {countText(queued)}
          </Cell>
          <Cell head={heads[2]}>{countText(retried)}</Cell>
          <Cell head={heads[3]}>{failed ? <Badge tone="active">{countText(failed)}</Badge> : countText(failed)}</Cell>
          <Cell head={heads[4]}>{oldestAt ? <Moment at={oldestAt} now={now} /> : m.jobs_none()}</Cell>
        </tr>
      ))}
    </Rows>
  )
}

export function JobTable({ jobs, now }: { jobs: JobRun[]; now: Date }) {
  const heads = [m.jobs_job(), m.jobs_last_done(), m.jobs_runs(), m.jobs_last_failed(), m.jobs_failures()] as const
  if (jobs.length === 0)
    return (
      <EmptyState title={m.jobs_no_runs()} level={3}>
        {m.jobs_no_runs_text()}
      </EmptyState>
    )
  return (
    <Rows title={m.jobs_periodic()} heads={heads}>
      {jobs.map(({ name, lastDoneAt, lastFailedAt, lastError, done, failed }) => (
        <tr key={name} className={rowClass}>
          <th scope="row" className={nameClass}>
            {jobText(name)}
            {/* The same name as in `/metrics` and the log. */}
            <span className="block font-mono text-xs font-normal text-muted">{name}</span>
          </th>
          <Cell head={heads[1]}>{lastDoneAt ? <Moment at={lastDoneAt} now={now} /> : m.jobs_never()}</Cell>
          <Cell head={heads[2]}>{formatCount(done)}</Cell>
          <Cell head={heads[3]}>
            {lastFailedAt ? <Moment at={lastFailedAt} now={now} /> : m.jobs_never()}
            {lastError && <span className="block text-sm text-muted">{lastError}</span>}
          </Cell>
          <Cell head={heads[4]}>{formatCount(failed)}</Cell>
        </tr>
      ))}
    </Rows>
  )
}
