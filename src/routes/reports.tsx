import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { ownReports } from '#features/reports/ui/api.ts'
import { OwnReportsPage } from '#features/reports/ui/own-reports-page.tsx'
import { ReportFailed, ReportLoading } from '#features/reports/ui/report-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('cursor')

export const Route = createFileRoute('/reports')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, deps: { cursor } }) => {
    await listFrom(queryClient.fetchInfiniteQuery(ownReports(cursor)), () => redirect({ to: '/reports' }))
    return { page: { title: m.reports_mine(), path: '/reports', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: ReportLoading,
  errorComponent: ReportFailed,
  component: () => <OwnReportsPage cursor={Route.useLoaderDeps().cursor} />,
})
