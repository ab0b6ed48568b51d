import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { DashboardFailed, DashboardLoading, PledgesPage, pledgePages } from '#features/dashboard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { mutationsSettled } from '#platform/client/mutation-effects.ts'

const read = ({ cursor }: Record<string, unknown>): { cursor?: string | undefined } => ({
  cursor: typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined,
})

export const Route = createFileRoute('/dashboard_/pledges')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  // The same as on the dashboard.
  gcTime: 0,
  loader: async ({ context: { queryClient }, deps: { cursor } }) => {
    await mutationsSettled(queryClient)
    await listFrom(queryClient.fetchInfiniteQuery({ ...pledgePages(cursor), staleTime: 1_000 }), () => redirect({ to: '/dashboard/pledges' }))
  },
  head: () => pageHead({ title: m.dashboard_title(), path: '/dashboard/pledges', hidden: true }),
  pendingComponent: DashboardLoading,
  errorComponent: DashboardFailed,
  component: Pledges,
})

function Pledges() {
  const { cursor } = Route.useLoaderDeps()
  return <PledgesPage cursor={cursor} />
}
