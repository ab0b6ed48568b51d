import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { pledgePages } from '#features/dashboard/ui/api.ts'
import { DashboardFailed } from '#features/dashboard/ui/failed.tsx'
import { DashboardLoading } from '#features/dashboard/ui/loading.tsx'
import { PledgesPage } from '#features/dashboard/ui/pledges-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { mutationsSettled } from '#platform/client/mutation-effects.ts'
import { readerOf } from '#platform/client/search-text.ts'

const read = (given: Record<string, unknown>): { cursor?: string | undefined } => ({ cursor: readerOf(given).cursor() })

export const Route = createFileRoute('/dashboard_/pledges')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  // The same as on the dashboard.
  gcTime: 0,
  loader: async ({ context: { queryClient }, deps: { cursor } }) => {
    await mutationsSettled(queryClient)
    await listFrom(queryClient.fetchInfiniteQuery({ ...pledgePages(cursor), staleTime: 1_000 }), () => redirect({ to: '/dashboard/pledges' }))
    return { page: { title: m.dashboard_title(), path: '/dashboard/pledges', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: DashboardLoading,
  errorComponent: DashboardFailed,
  component: Pledges,
})

function Pledges() {
  const { cursor } = Route.useLoaderDeps()
  return <PledgesPage cursor={cursor} />
}
