import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { ownCommunities } from '#features/communities/ui/own-lists.ts'
import { mine, ownDashboard } from '#features/dashboard/ui/api.ts'
import { Dashboard } from '#features/dashboard/ui/dashboard.tsx'
import { readDashboardSearch, startOf } from '#features/dashboard/ui/dashboard-search.ts'
import { DashboardFailed } from '#features/dashboard/ui/failed.tsx'
import { DashboardLoading } from '#features/dashboard/ui/loading.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { mutationsSettled } from '#platform/client/mutation-effects.ts'

/** In ms. A person who has just joined or published something must see it here at once. */
const staleTime = 1_000

export const Route = createFileRoute('/dashboard')({
  validateSearch: readDashboardSearch,
  loaderDeps: ({ search }) => readDashboardSearch(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  // Disables the route's cache, which would show old data at a second visit while a mutation is pending.
  gcTime: 0,
  loader: async ({ context: { queryClient }, deps }) => {
    await mutationsSettled(queryClient)
    const communities = (['owned', 'joined'] as const).map((of) => queryClient.fetchInfiniteQuery({ ...ownCommunities(of, startOf(deps, of)), staleTime }))
    await Promise.all([
      queryClient.fetchQuery({ ...mine(), staleTime }),
      queryClient.fetchQuery({ ...ownDashboard(), staleTime }),
      listFrom(Promise.all(communities), () => redirect({ to: '/dashboard' })),
    ])
    return { page: { title: m.dashboard_title(), path: '/dashboard', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: DashboardLoading,
  errorComponent: DashboardFailed,
  component: DashboardPage,
})

function DashboardPage() {
  const { viewer } = Route.useRouteContext()
  return <Dashboard viewer={viewer} search={Route.useLoaderDeps()} />
}
