import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { OwnReport } from '../contract.ts'
import { ownReports } from './api.ts'
import { outcomeTexts, reasonTexts } from './report-texts.ts'
import { SubjectExcerpt } from './subject-excerpt.tsx'

/** The viewer's own reports and what became of them. */
export function OwnReportsPage({ cursor }: { cursor: string | undefined }) {
  const list = useInfiniteQuery(ownReports(cursor))
  const reports = list.data?.pages.flatMap(({ items }) => items) ?? []
  const next = list.data?.pages.at(-1)?.nextCursor
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.reports_mine()}</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">{m.reports_mine_lead()}</p>
      {list.data && reports.length === 0 ? (
        <EmptyState title={m.reports_mine_none()}>{m.reports_mine_none_text()}</EmptyState>
      ) : (
        <>
          <ul className="max-w-3xl border-t border-ink">
            {reports.map((report) => (
              <Row key={report.id} report={report} />
            ))}
          </ul>
          <LoadMore list={list} href={next ? `/reports?cursor=${next}` : undefined} />
        </>
      )}
    </div>
  )
}

function Row({ report: { subject, reason, sentAt, outcome, closedAt } }: { report: OwnReport }) {
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
        {reasonTexts[reason].label()} · {m.reports_sent({ date: fullDay(sentAt) })}
      </p>
      {subject ? <SubjectExcerpt subject={subject} /> : <p className="border-s-4 border-line ps-4 text-muted">{m.reports_gone_subject()}</p>}
    </li>
  )
}
