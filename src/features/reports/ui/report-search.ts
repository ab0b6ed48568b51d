import { readerOf } from '#platform/client/search-text.ts'
import { type ReportKind, reportKinds } from '../terms.ts'

/** The content that the address of the page names; null if it names none. */
export function subjectIn(search: { kind?: string | undefined; id?: string | undefined }): { kind: ReportKind; id: string } | null {
  const id = readerOf(search).id('id')
  const kind = reportKinds.find((known) => known === search.kind)
  return kind && id ? { kind, id } : null
}
