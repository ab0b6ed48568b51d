import { createFileRoute, notFound } from '@tanstack/react-router'
import { reportSubject } from '#features/reports/ui/api.ts'
import { NothingToReport, ReportFailed, ReportLoading, ReportPage } from '#features/reports/ui/report-page.tsx'
import { subjectIn } from '#features/reports/ui/report-search.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { textsOf } from '#platform/client/search-text.ts'

/** `?kind=comment&id=...`: the content to report. `problem` and `state` are for pages without JavaScript; `confirm` is the token of a mailed link. */
const read = textsOf('kind', 'id', 'problem', 'state', 'confirm')

export const Route = createFileRoute('/report')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const subject = subjectIn(deps)
    if (!subject || !(await nullIfAbsent(queryClient.fetchQuery(reportSubject(subject))))) throw notFound()
    return { subject, renderedAt: Date.now(), page: { title: m.reports_title(), path: '/report', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: ReportLoading,
  errorComponent: ReportFailed,
  notFoundComponent: NothingToReport,
  component: Page,
})

function Page() {
  const { subject, renderedAt } = Route.useLoaderData()
  const { problem, state, confirm } = Route.useLoaderDeps()
  return <ReportPage key={subject.id} subject={subject} problem={problem} state={state} token={confirm} renderedAt={renderedAt} />
}
