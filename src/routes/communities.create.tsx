import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { CreatePage } from '#features/communities/ui/create-page.tsx'
import { pageHead } from '#features/site/ui/head.ts'
import { PagePending } from '#features/site/ui/page-pending.tsx'
import { m } from '#messages'

export const Route = createFileRoute('/communities/create')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  head: () => pageHead({ title: m.communities_create_title(), path: '/communities/create', hidden: true }),
  pendingComponent: PagePending,
  component: Create,
})

function Create() {
  const { viewer } = Route.useRouteContext()
  return <CreatePage personId={viewer.id} />
}
