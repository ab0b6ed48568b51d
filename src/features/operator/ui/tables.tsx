import { Badge } from '#design/badge.tsx'
import { EmptyState } from '#design/states.tsx'
import { Cell, Row, Table } from '#design/table.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { JobRun, Queue } from '../contract.ts'
import { countText, jobText, queueText } from './words.ts'

export function QueueTable({ queues, now }: { queues: Queue[]; now: Date }) {
  const heads = [m.operator_queue(), m.operator_queued(), m.operator_retried(), m.operator_failed(), m.operator_oldest()] as const
  return (
    <Table title={m.operator_queues()} heads={heads}>
      {queues.map(({ name, queued, retried, failed, oldestAt }) => (
        <Row key={name} name={queueText(name)}>
          <Cell head={heads[1]} strong={queued > 0}>
            {countText(queued)}
          </Cell>
          <Cell head={heads[2]}>{countText(retried)}</Cell>
          <Cell head={heads[3]}>{failed ? <Badge tone="active">{countText(failed)}</Badge> : countText(failed)}</Cell>
          <Cell head={heads[4]}>{oldestAt ? <Moment at={oldestAt} now={now} /> : m.operator_none()}</Cell>
        </Row>
      ))}
    </Table>
  )
}

export function JobTable({ jobs, now }: { jobs: JobRun[]; now: Date }) {
  const heads = [m.operator_job(), m.operator_last_done(), m.operator_runs(), m.operator_last_failed(), m.operator_failures()] as const
  if (jobs.length === 0)
    return (
      <EmptyState title={m.operator_no_runs()} level={3}>
        {m.operator_no_runs_text()}
      </EmptyState>
    )
  return (
    <Table title={m.operator_periodic()} heads={heads}>
      {jobs.map(({ name, lastDoneAt, lastFailedAt, lastError, done, failed }) => (
        <Row
          key={name}
          name={
            <>
              {jobText(name)}
              {/* The same name as in `/metrics` and the log. */}
              <span className="block font-mono text-xs font-normal text-muted">{name}</span>
            </>
          }
        >
          <Cell head={heads[1]}>{lastDoneAt ? <Moment at={lastDoneAt} now={now} /> : m.operator_never()}</Cell>
          <Cell head={heads[2]}>{formatCount(done)}</Cell>
          <Cell head={heads[3]}>
            {lastFailedAt ? <Moment at={lastFailedAt} now={now} /> : m.operator_never()}
            {lastError && <span className="block text-sm text-muted">{lastError}</span>}
          </Cell>
          <Cell head={heads[4]}>{formatCount(failed)}</Cell>
        </Row>
      ))}
    </Table>
  )
}
