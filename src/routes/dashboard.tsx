import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { Dashboard, mine } from '#features/dashboard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'

export const Route = createFileRoute('/dashboard')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(mine()),
  head: () => pageHead({ title: m.dashboard_title(), path: '/dashboard', hidden: true }),
  component: DashboardPage,
})

function DashboardPage() {
  const { viewer } = Route.useRouteContext()
  return <Dashboard displayName={viewer.displayName} />
}
