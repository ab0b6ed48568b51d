import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { communityBy, communityOf, mayHaveChangedAccess } from '#features/communities/ui/community-of.ts'
import { CommunityPage } from '#features/communities/ui/community-page.tsx'
import { readCommunitySearch } from '#features/communities/ui/community-search.ts'
import { CommunityFailed, CommunityLoading, CommunityNotFound } from '#features/communities/ui/community-states.tsx'
import { useCommunityNews } from '#features/communities/ui/use-news.ts'
import { useRefetchedAccess } from '#features/communities/ui/use-refetched-access.ts'
import { previewOf } from '#features/media/preview.ts'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { CommunityTabs, loadTab, openReportsOf } from './-community-tab-content.tsx'

export const Route = createFileRoute('/communities/$slug')({
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
    const page = {
      title: name,
      description: description.slice(0, 300),
      path: `/communities/${asked.slug}`,
      image: privacy === 'public' && inside?.banner ? previewOf(inside.banner) : null,
      hidden: privacy === 'private' || isOneOfMany,
    }
    return { page, renderedAt: Date.now() }
  },
  head: headOfFound(m.communities_not_found),
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
  // A hidden or removed community takes no posts, so its owner and mods get the tabs of a visitor.
  const shown = community.moderation ? { ...community, viewer: { status: null, role: null } } : community
  return (
    <CommunityPage key={community.id} community={community} search={search} openReports={openReportsOf(shown)}>
      <CommunityTabs community={shown} search={search} renderedAt={renderedAt} news={news?.posts ?? []} />
    </CommunityPage>
  )
}
