import { useQuery } from '@tanstack/react-query'
import { Page, PageLoading } from '#design/page-states.tsx'
import { ErrorState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import { relativeTime } from '#platform/time-text.ts'
import type { Backups, UntrustedProxy } from '../contract.ts'
import { jobsOverview } from './api.ts'
import { FailedList } from './failed-list.tsx'
import { JobTable, QueueTable } from './tables.tsx'
import { backupProblemText, bytesText, warningText } from './words.ts'

const heading = 'type-title mb-3 text-xl'

/** Page for operators: items that were given up, queues, jobs and backups. */
export function JobsPage({ cursor }: { cursor: string | undefined }) {
  const { data, isError, refetch } = useQuery(jobsOverview())
  const now = useNow(data?.lookedAt.getTime())
  if (!data) return <ErrorState title={m.operator_failed_load()} onRetry={() => void refetch()} />
  return (
    <Page title={m.operator_title()} lead={m.operator_lead()}>
      <div role="status" className="mt-3">
        {isError && <p className="font-semibold text-danger-text">{m.operator_stale({ when: relativeTime(data.lookedAt, now) })}</p>}
      </div>
      {data.warnings.length > 0 && (
        <section aria-labelledby="warnings" className="mt-8">
          <h2 id="warnings" className={heading}>
            {m.operator_warnings()}
          </h2>
          {data.warnings.map((code) => (
            <p key={code} className="mb-2 max-w-prose font-semibold text-danger-text">
              {warningText(code)}
            </p>
          ))}
        </section>
      )}
      {data.untrustedProxy && <ProxyNotice {...data.untrustedProxy} />}
      <section aria-labelledby="given-up" className="mt-8">
        <h2 id="given-up" className={heading}>
          {m.operator_given_up()}
        </h2>
        <p className="mb-3 max-w-prose text-muted">{m.operator_given_up_note()}</p>
        <noscript>
          <p className="mb-3">{m.operator_script()}</p>
        </noscript>
        <FailedList cursor={cursor} now={now} />
      </section>
      <section aria-labelledby="queues" className="mt-10">
        <h2 id="queues" className={heading}>
          {m.operator_queues()}
        </h2>
        <QueueTable queues={data.queues} now={now} />
      </section>
      <section aria-labelledby="periodic" className="mt-10">
        <h2 id="periodic" className={heading}>
          {m.operator_periodic()}
        </h2>
        <p className="mb-3 max-w-prose text-muted">{m.operator_periodic_note()}</p>
        <JobTable jobs={data.jobs} now={now} />
      </section>
      <section aria-labelledby="backups" className="mt-10">
        <h2 id="backups" className={heading}>
          {m.operator_backups()}
        </h2>
        <BackupText backups={data.backups} now={now} />
      </section>
    </Page>
  )
}

function ProxyNotice({ address, setting }: UntrustedProxy) {
  return (
    <section aria-labelledby="proxy" className="mt-8">
      <h2 id="proxy" className={heading}>
        {m.operator_proxy_title()}
      </h2>
      <p className="max-w-prose font-semibold text-danger-text">{m.operator_proxy_text({ address })}</p>
      <p className="mt-2 max-w-prose">{m.operator_proxy_setting({ address })}</p>
      <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">{setting}</p>
    </section>
  )
}

function BackupText({ backups, now }: { backups: Backups | null; now: Date }) {
  if (!backups) return <p className="max-w-prose text-muted">{m.operator_backups_off()}</p>
  const { lastAt, lastBytes, problem } = backups
  return (
    <>
      <p className="max-w-prose">
        {lastAt ? m.operator_backup_last({ when: relativeTime(lastAt, now), size: bytesText(lastBytes ?? 0) }) : m.operator_backup_none()}
      </p>
      {problem && <p className="mt-2 max-w-prose font-semibold text-danger-text">{backupProblemText(problem)}</p>}
    </>
  )
}

/** Has about the size of the loaded page, to avoid a layout shift. */
export const JobsLoading = () => <PageLoading parts={[3, 6, 8]} />

export const JobsFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.operator_failed_load()}</FailedPage>
