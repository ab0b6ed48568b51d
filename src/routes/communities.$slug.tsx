import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { communityBy, communityOf, mayHaveChangedAccess } from '#features/communities/ui/community-of.ts'
import { CommunityPage } from '#features/communities/ui/community-page.tsx'
import { CommunityFailed, CommunityLoading, CommunityNotFound } from '#features/communities/ui/community-states.tsx'
import { readCommunitySearch, useCommunityNews } from '#features/communities/ui/public.ts'
import { useRefetchedAccess } from '#features/communities/ui/use-refetched-access.ts'
import { previewOf } from '#features/media/policy.ts'
import { pageHead } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { CommunityTabs, loadTab } from './-community-tabs.tsx'

export const Route = createFileRoute('/communities/$slug')({
  // The loader and the components form a chunk that only this page loads.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: readCommunitySearch,
  loaderDeps: ({ search }) => readCommunitySearch(search),
  loader: async ({ context: { queryClient }, params, deps: search, location }) => {
    const asked = { queryClient, slug: params.slug, below: location.searchStr }
    const held = await communityOf(asked)
    const refused = held.inside && (await loadTab({ queryClient, community: held, search }).catch(refusal))
    const community = refused ? await communityOf({ ...asked, refetches: true }) : held
    // The community is open to this reader, so the refusal does not come from a change of access.
    if (refused && community.inside) throw refused
    const { name, description, privacy, inside } = community
    // One of many views of the page, or a private community, is hidden from search engines.
    const isOneOfMany = Boolean(search.postId || search.commentId || search.cursor || search.q || search.invite)
    return {
      name,
      description,
      banner: privacy === 'public' ? (inside?.banner ?? null) : null,
      hidden: privacy === 'private' || isOneOfMany,
      renderedAt: Date.now(),
    }
  },
  head: ({ loaderData, params }) => {
    if (!loaderData) return { meta: [{ title: m.site_title({ page: m.communities_not_found(), name: brand.name }) }] }
    const { name, description, banner, hidden } = loaderData
    return pageHead({ title: name, description: description.slice(0, 300), path: `/communities/${params.slug}`, image: banner && previewOf(banner), hidden })
  },
  pendingComponent: CommunityLoading,
  errorComponent: CommunityFailed,
  notFoundComponent: CommunityNotFound,
  component: CommunityBySlug,
})

/** Returns a refusal that may come from a change of the reader's access; throws every other error. */
function refusal(error: unknown): unknown {
  if (mayHaveChangedAccess(error)) return error
  throw error
}

function CommunityBySlug() {
  const { slug } = Route.useParams()
  const search = Route.useLoaderDeps()
  const { renderedAt } = Route.useLoaderData()
  const { data: community } = useSuspenseQuery(communityBy(slug))
  // Subscribed here, so that the number of members is right on every tab.
  const news = useCommunityNews(community)
  useRefetchedAccess(slug)
  return (
    <CommunityPage key={community.id} community={community} search={search}>
      <CommunityTabs community={community} search={search} renderedAt={renderedAt} news={news?.posts ?? []} />
    </CommunityPage>
  )
}
