import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { type ReportKind, reportPath } from '../terms.ts'

/** The page that a visitor's mailed link opens. Its button sends the report, because mail scanners open every link. */
export function ConfirmReport({ subject, token }: { subject: { kind: ReportKind; id: string }; token: string }) {
  return (
    <form method="post" action={reportPath}>
      <input type="hidden" name="kind" value={subject.kind} />
      <input type="hidden" name="id" value={subject.id} />
      <input type="hidden" name="confirm" value={token} />
      <Button type="submit" tone="primary" size="lg">
        {m.reports_confirm_send()}
      </Button>
    </form>
  )
}
