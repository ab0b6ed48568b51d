import { m } from '#messages'
import type { Author } from '#platform/author.ts'
import type { ReportSubject } from '../contract.ts'
import { subjectHeading } from './report-texts.ts'
import { type PictureAct, SubjectPictures } from './subject-pictures.tsx'

type SubjectExcerptProps = { subject: ReportSubject; author?: Author | null; isLinked?: boolean; pictureAct?: PictureAct | undefined }

/** Reported content in short with its pictures, and a link to it if its reader can open it there. */
export function SubjectExcerpt({ subject, author, isLinked = true, pictureAct }: SubjectExcerptProps) {
  const { kind, title } = subjectHeading(subject)
  return (
    <div className="border-s-4 border-line ps-4 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted">
        {isLinked ? (
          <a href={subject.path} className="link">
            {kind}
          </a>
        ) : (
          kind
        )}
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
      <SubjectPictures pictures={subject.pictures} act={pictureAct} />
    </div>
  )
}
