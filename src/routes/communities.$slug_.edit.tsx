import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyPage } from '#design/states.tsx'
import { requireViewer } from '#features/accounts/ui/require-viewer.ts'
import { isOwner } from '#features/communities/policy.ts'
import { communityBy, communityOf } from '#features/communities/ui/community-of.ts'
import { CommunityFailed, CommunityLoading, CommunityNotFound } from '#features/communities/ui/community-states.tsx'
import { EditPage } from '#features/communities/ui/edit-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { denyPage } from '#platform/client/deny-page.ts'

export const Route = createFileRoute('/communities/$slug_/edit')({
  beforeLoad: ({ location }) => ({ viewer: requireViewer(location) }),
  loader: async ({ context: { queryClient }, params, location }) => {
    const community = await communityOf({ queryClient, slug: params.slug, below: `/edit${location.searchStr}` })
    if (!isOwner(community)) denyPage()
    return { page: { title: m.communities_edit_heading(), path: `/communities/${params.slug}/edit`, hidden: true } }
  },
  head: headOfLoaded,
  pendingComponent: CommunityLoading,
  errorComponent: CommunityFailed,
  notFoundComponent: CommunityNotFound,
  component: Edit,
})

function Edit() {
  const { slug } = Route.useParams()
  const { viewer } = Route.useRouteContext()
  const { data: community } = useSuspenseQuery(communityBy(slug))
  if (isOwner(community) && community.inside) return <EditPage key={community.id} community={community} inside={community.inside} personId={viewer.id} />
  return (
    <EmptyPage
      title={m.communities_edit_denied()}
      action={
        <a href={`/communities/${slug}`} className={buttonClass({ tone: 'primary' })}>
          {m.communities_edit_back()}
        </a>
      }
    />
  )
}
