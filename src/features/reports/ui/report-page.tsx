import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyPage } from '#design/states.tsx'
import { ResendConfirmation } from '#features/accounts/ui/resend-confirmation.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import type { Author } from '#platform/author.ts'
import { readSite } from '#platform/client/site.ts'
import type { ReportSubject } from '../contract.ts'
import type { ReportBarrier, ReportKind } from '../terms.ts'
import { reportSubject } from './api.ts'
import { ConfirmReport } from './confirm-report.tsx'
import { ReportForm } from './report-form.tsx'
import { reportHref } from './report-link.tsx'
import { barrierTexts } from './report-texts.ts'
import { SubjectExcerpt } from './subject-excerpt.tsx'
import type { PictureAct } from './subject-pictures.tsx'

type ReportPageProps = {
  subject: { kind: ReportKind; id: string }
  problem: string | undefined
  /** `mailed` or `confirmed` after a form without JavaScript. */
  state: string | undefined
  /** The token of the link in a visitor's mail. */
  token: string | undefined
  /** Milliseconds, by the clock of the server if it rendered the page. */
  renderedAt: number
}

/** The form with which somebody reports something, or the reason why they cannot; after sending, the receipt. */
export function ReportPage({ subject, problem, state, token, renderedAt }: ReportPageProps) {
  const { data } = useQuery(reportSubject(subject))
  const [isMailed, setMailed] = useState(state === 'mailed')
  if (!data) return <NothingToReport />
  const { barrier, author } = data
  const isVisitor = readSite().viewer === null
  if (isVisitor && (isMailed || state === 'confirmed')) {
    const text = isMailed ? m.reports_mailed_text() : m.reports_confirmed_text()
    return <Message title={isMailed ? m.reports_mailed() : m.reports_barrier_reported()} text={text} subject={data} />
  }
  if (barrier !== null) {
    const { title, text } = barrierTexts[barrier]
    return <Message title={title()} text={text()} subject={data} author={author} barrier={barrier} />
  }
  return (
    <Page title={token ? m.reports_confirm() : m.reports_title()} lead={token ? m.reports_confirm_text() : m.reports_lead()}>
      {isVisitor && !token && (
        <p className="mt-2 text-muted">
          <a href={signInHref(reportHref(subject.kind, subject.id))} className="link">
            {m.reports_sign_in()}
          </a>
        </p>
      )}
      <div className="mt-6 mb-8 max-w-form">
        <SubjectExcerpt subject={data} author={author} pictureAct={token || data.kind === 'picture' ? undefined : onlyThisPicture} />
        {!token && isInCommunity(data) && <p className="mt-2 text-sm text-muted">{m.reports_mods_read()}</p>}
      </div>
      {token ? (
        <ConfirmReport subject={subject} token={token} />
      ) : (
        <ReportForm subject={subject} problem={problem} isVisitor={isVisitor} renderedAt={renderedAt} onMailed={() => setMailed(true)} />
      )}
    </Page>
  )
}

/** A link to the form about one picture of the content. */
const onlyThisPicture: PictureAct = ({ id }, _at, name) => (
  <a
    href={reportHref('picture', id)}
    rel="nofollow"
    aria-label={m.reports_only_picture_named({ name })}
    className="link inline-flex min-h-11 items-center text-sm"
  >
    {m.reports_only_picture()}
  </a>
)

/** A post, or a comment on one: the owner and mods of its community read most reports about it. */
const isInCommunity = ({ kind, path }: ReportSubject) => (kind === 'post' || kind === 'comment') && path.startsWith('/communities/')

type MessageProps = { title: string; text: string; subject: ReportSubject; author?: Author | null; barrier?: ReportBarrier }

function Message({ title, text, subject, author = null, barrier }: MessageProps) {
  const mayReportPictures = subject.kind !== 'picture' && (barrier === 'reported' || barrier === 'reviewed')
  return (
    <div className="page-column py-6 md:py-10" role="status">
      <h1 className="type-title text-3xl">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">{text}</p>
      <div className="mt-6 mb-8 max-w-form">
        <SubjectExcerpt subject={subject} author={author} pictureAct={mayReportPictures ? onlyThisPicture : undefined} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {barrier === 'unconfirmed' && <ResendConfirmation />}
        {barrier === 'signed_out' && (
          <a href={signInHref(reportHref(subject.kind, subject.id))} className={buttonClass({ tone: 'primary' })}>
            {m.reports_sign_in()}
          </a>
        )}
        <a href={subject.path} className={buttonClass({ tone: barrier === 'signed_out' ? 'secondary' : 'primary' })}>
          {m.reports_back()}
        </a>
        {barrier === 'reported' && (
          <Link to="/reports" className={buttonClass()}>
            {m.reports_mine_link()}
          </Link>
        )}
      </div>
    </div>
  )
}

export const NothingToReport = () => <EmptyPage title={m.reports_not_found()}>{m.reports_not_found_text()}</EmptyPage>

export const ReportLoading = () => <PageLoading parts={[8]} isNarrow />

export const ReportFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.reports_failed_load()} onRetry={reset} />
