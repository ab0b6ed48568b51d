import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { ResendConfirmation } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import type { ReportSubject } from '../contract.ts'
import type { ReportBarrier, ReportKind } from '../terms.ts'
import { reportSubject } from './api.ts'
import { ReportForm } from './report-form.tsx'
import { barrierTexts } from './report-texts.ts'
import { SubjectExcerpt } from './subject-excerpt.tsx'

type ReportPageProps = { subject: { kind: ReportKind; id: string }; problem: string | undefined }

/** The form with which a person reports something, or the reason why they cannot; after sending, the receipt. */
export function ReportPage({ subject, problem }: ReportPageProps) {
  const { data } = useQuery(reportSubject(subject))
  if (!data) return <NothingToReport />
  const { barrier, author } = data
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{barrier === null ? m.reports_title() : barrierTexts[barrier].title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{barrier === null ? m.reports_lead() : barrierTexts[barrier].text()}</p>
      <div className="mt-6 mb-8 max-w-form">
        <SubjectExcerpt subject={data} author={author} />
        {barrier === null && <p className="mt-2 text-sm text-muted">{m.reports_picture_hint()}</p>}
      </div>
      {barrier === null ? <ReportForm subject={subject} problem={problem} /> : <Barred barrier={barrier} subject={data} />}
    </div>
  )
}

function Barred({ barrier, subject }: { barrier: ReportBarrier; subject: ReportSubject }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {barrier === 'unconfirmed' && <ResendConfirmation />}
      <a href={subject.path} className={buttonClass({ tone: 'primary' })}>
        {m.reports_back()}
      </a>
      {barrier === 'reported' && (
        <Link to="/reports" className={buttonClass()}>
          {m.reports_mine_link()}
        </Link>
      )}
    </div>
  )
}

export function NothingToReport() {
  return (
    <div className="page-column py-6 md:py-10">
      <EmptyState title={m.reports_not_found()} level={1}>
        {m.reports_not_found_text()}
      </EmptyState>
    </div>
  )
}

export function ReportLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10 max-w-form">
        <SkeletonLines lines={8} />
      </div>
    </div>
  )
}

export function ReportFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={m.reports_failed_load()} onRetry={reset} />
    </div>
  )
}
