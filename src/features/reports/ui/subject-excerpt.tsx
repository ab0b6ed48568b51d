import { m } from '#messages'
import type { Author } from '#platform/author.ts'
import type { ReportSubject } from '../contract.ts'
import { subjectHeading } from './report-texts.ts'

/** Reported content in short, with a link to it. */
export function SubjectExcerpt({ subject, author }: { subject: ReportSubject; author?: Author | null }) {
  const { kind, title } = subjectHeading(subject)
  return (
    <div className="border-s-4 border-line ps-4 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted">
        <a href={subject.path} className="link">
          {kind}
        </a>
        {author && ` · ${m.reports_by({ name: author.name })}`}
      </p>
      {title && (
        <p className="font-semibold" dir="auto">
          {title}
        </p>
      )}
      {subject.excerpt && (
        <p className="mt-1 whitespace-pre-line" dir="auto">
          {subject.excerpt}
        </p>
      )}
    </div>
  )
}
