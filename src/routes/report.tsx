import { createFileRoute, notFound } from '@tanstack/react-router'
import { resendReady } from '#features/accounts/ui/public.ts'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { NothingToReport, ReportFailed, ReportLoading, ReportPage, reportSubject, subjectIn } from '#features/reports/ui/public.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { textsOf } from '#platform/client/search-text.ts'

/** `?kind=comment&id=...`: the content to report. `problem` is the code of a refusal, for pages without JavaScript. */
const read = textsOf('kind', 'id', 'problem')

export const Route = createFileRoute('/report')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, deps }) => {
    const subject = subjectIn(deps)
    if (!subject || !(await nullIfAbsent(queryClient.fetchQuery(reportSubject(subject))))) throw notFound()
    await resendReady()
    return { subject, page: { title: m.reports_title(), path: '/report', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: ReportLoading,
  errorComponent: ReportFailed,
  notFoundComponent: NothingToReport,
  component: Page,
})

function Page() {
  const { subject } = Route.useLoaderData()
  return <ReportPage key={subject.id} subject={subject} problem={Route.useLoaderDeps().problem} />
}
