import { reasonText } from '../reason-text.ts'
import type { ReportReason } from '../terms.ts'

type CaseReport = { id: string; reason: ReportReason; details: string; notice?: { law: string; name: string | null; email: string | null } | null }

/** The text of the reports about one piece of content. Only a legal notice names its sender. */
export const CaseReports = ({ reports }: { reports: readonly CaseReport[] }) => (
  <ul className="flex flex-col gap-3">
    {reports.map(({ id, reason, details, notice }) => (
      <li key={id} className="[overflow-wrap:anywhere]">
        <p className="font-semibold">{reasonText(reason)}</p>
        {details && <p dir="auto">{details}</p>}
        {notice && (
          <p dir="auto" className="text-sm text-muted">
            {[notice.law, notice.name, notice.email].filter(Boolean).join(' · ')}
          </p>
        )}
      </li>
    ))}
  </ul>
)
