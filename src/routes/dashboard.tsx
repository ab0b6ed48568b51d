import { createFileRoute } from '@tanstack/react-router'
import { resendReady } from '#features/accounts/ui/public.ts'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { Dashboard, DashboardFailed, DashboardLoading, mine, ownDashboard } from '#features/dashboard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'

/** Whoever comes from having joined or published something sees it here at once. */
const staleTime = 1_000

export const Route = createFileRoute('/dashboard')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.fetchQuery({ ...mine(), staleTime }), queryClient.fetchQuery({ ...ownDashboard(), staleTime }), resendReady()])
  },
  head: () => pageHead({ title: m.dashboard_title(), path: '/dashboard', hidden: true }),
  pendingComponent: DashboardLoading,
  errorComponent: DashboardFailed,
  component: DashboardPage,
})

function DashboardPage() {
  const { viewer } = Route.useRouteContext()
  return <Dashboard viewer={viewer} />
}
