import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '#design/load-more.tsx'
import { Page } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { OwnReport } from '../contract.ts'
import { reasonText } from '../reason-text.ts'
import { ownReports } from './api.ts'
import { outcomeTexts } from './report-texts.ts'
import { SubjectExcerpt } from './subject-excerpt.tsx'

/** The viewer's own reports and what became of them. */
export function OwnReportsPage({ cursor }: { cursor: string | undefined }) {
  const list = useInfiniteQuery(ownReports(cursor))
  const reports = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page title={m.reports_mine()} lead={m.reports_mine_lead()}>
      <div className="mt-6">
        {list.data && reports.length === 0 ? (
          <EmptyState title={m.reports_mine_none()}>{m.reports_mine_none_text()}</EmptyState>
        ) : (
          <>
            <ul className="border-t border-ink">
              {reports.map((report) => (
                <Row key={report.id} report={report} />
              ))}
            </ul>
            <LoadMore list={list} hrefFrom={(next) => `/reports?cursor=${next}`} />
          </>
        )}
      </div>
    </Page>
  )
}

function Row({ report: { subject, reason, sentAt, outcome, closedAt, byMods } }: { report: OwnReport }) {
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{outcome ? outcomeTexts[outcome]() : m.reports_outcome_open()}</span>
        {closedAt && (
          <time dateTime={closedAt.toISOString()} className="text-sm text-muted">
            {fullDay(closedAt)}
          </time>
        )}
      </p>
      <p className="text-sm text-muted">
        {reasonText(reason)} · {m.reports_sent({ date: fullDay(sentAt) })}
      </p>
      {byMods && <p className="text-sm">{outcome === 'kept' ? m.reports_kept_by_mods() : m.reports_by_mods()}</p>}
      {subject ? <SubjectExcerpt subject={subject} /> : <p className="border-s-4 border-line ps-4 text-muted">{m.reports_gone_subject()}</p>}
    </li>
  )
}
