import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { notificationsReady } from '#features/notifications/ui/fresh-lists.ts'
import { NotificationsFailed, NotificationsLoading } from '#features/notifications/ui/notification-states.tsx'
import { NotificationsPage } from '#features/notifications/ui/notifications-page.tsx'
import { filterOf, readNotificationsSearch } from '#features/notifications/ui/notifications-search.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'

export const Route = createFileRoute('/notifications')({
  validateSearch: readNotificationsSearch,
  loaderDeps: ({ search }) => readNotificationsSearch(search),
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, deps }) => {
    const ready = notificationsReady(queryClient, { filter: filterOf(deps), cursor: deps.cursor })
    await listFrom(ready, () => redirect({ to: '/notifications', search: { filter: deps.filter } }))
    return { page: { title: m.notifications_name(), path: '/notifications', hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: NotificationsLoading,
  errorComponent: Missed,
  component: Notifications,
})

function Missed({ reset }: ErrorComponentProps) {
  return <NotificationsFailed search={Route.useLoaderDeps()} reset={reset} />
}

function Notifications() {
  return <NotificationsPage search={Route.useLoaderDeps()} />
}
