import { createFileRoute, redirect } from '@tanstack/react-router'
import { Dashboard, mine } from '#features/dashboard/ui/public.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    const { viewer } = readSite()
    if (!viewer) throw redirect({ href: `/auth?${new URLSearchParams({ returnTo: location.href })}` })
    return { viewer }
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(mine()),
  head: () => pageHead({ title: m.dashboard_title(), path: '/dashboard', hidden: true }),
  component: DashboardPage,
})

function DashboardPage() {
  const { viewer } = Route.useRouteContext()
  return <Dashboard displayName={viewer.displayName} />
}
