import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { representationOf } from '#features/replies/ui/api.ts'
import { NoCompany, RepresentFailed, RepresentLoading, RepresentPage } from '#features/replies/ui/represent-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'

export const Route = createFileRoute('/targets/$slug_/represent')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    const found = await nullIfAbsent(queryClient.fetchQuery(representationOf(slug)))
    if (!found) throw notFound()
    return { page: { title: m.replies_title({ name: found.target.name }), path: `/targets/${slug}/represent`, hidden: true } }
  },
  head: headOfFound(m.replies_none),
  pendingComponent: RepresentLoading,
  errorComponent: RepresentFailed,
  notFoundComponent: NoCompany,
  component: () => <RepresentPage slug={Route.useParams().slug} />,
})
