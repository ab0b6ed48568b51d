import { Flag } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import type { ReportKind } from '../terms.ts'

/** Address of the report page. It is a page of its own, so that reporting works without JavaScript and loads nothing where the link is. */
export const reportHref = (kind: ReportKind, id: string) => `/report?kind=${kind}&id=${id}`

type ReportLinkProps = { kind: ReportKind; id: string; label: string }

/** A link in the row of actions below a text. `label` names the text, so that screen readers tell the links apart. */
export function ReportLink({ kind, id, label }: ReportLinkProps) {
  return (
    <a href={reportHref(kind, id)} rel="nofollow" aria-label={label} className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), 'text-muted')}>
      <Flag className="size-4" aria-hidden="true" />
      {m.reports_report()}
    </a>
  )
}

/** A line at the end of a page, to report what the page shows. */
export function PageReportLink({ kind, id, label }: ReportLinkProps) {
  return (
    <p className="border-t border-line print:hidden">
      <a href={reportHref(kind, id)} rel="nofollow" className="link inline-flex min-h-11 items-center text-sm text-muted">
        {label}
      </a>
    </p>
  )
}
