import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { LoadingNotice, SkeletonLines } from '#design/skeleton.tsx'
import type { Community } from '#features/communities/contract.ts'
import type { CommunitySearch } from '#features/communities/ui/public.ts'
import { CommunityCampaigns, linkedPages } from '#features/community-campaigns/ui/public.ts'
import { CommunityMembers, memberPages } from '#features/community-members/ui/public.ts'
import { CommunityPosts } from '#features/community-posts/ui/public.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { communityView } from './-community-view.ts'
import { PostDiscussion } from './-post-discussion.tsx'

type Tab = { community: Community; search: CommunitySearch }

/** Loads what the chosen tab shows. The tab About needs only the community. */
export async function loadTab({ queryClient, community: { id, slug }, search }: Tab & { queryClient: QueryClient }): Promise<void> {
  const { tab = 'posts', q, cursor } = search
  const begin = () => redirect({ to: '/communities/$slug', params: { slug }, search: { ...search, cursor: undefined } })
  if (tab === 'posts') await queryClient.ensureQueryData(communityView(id, search))
  if (tab === 'members') await listFrom(queryClient.ensureInfiniteQueryData(memberPages(id, { q, start: cursor })), begin)
  if (tab === 'campaigns') await listFrom(queryClient.ensureInfiniteQueryData(linkedPages(id, cursor)), begin)
}

type TabsProps = Tab & {
  renderedAt: number
  /** The ids of the newest posts, from the live stream. */
  news: readonly string[]
}

/** The tabs of a community that show other features: posts, members, campaigns. */
export function CommunityTabs(props: TabsProps) {
  const { community, search, renderedAt } = props
  const hrefTo = (asked: CommunitySearch) => `/communities/${community.slug}${stringifySearch(asked)}`
  return (
    <Suspense fallback={<Loading />}>
      {search.tab === undefined && <Posts {...props} hrefTo={hrefTo} />}
      {search.tab === 'members' && <CommunityMembers community={community} search={search} renderedAt={renderedAt} hrefTo={hrefTo} />}
      {search.tab === 'campaigns' && <CommunityCampaigns community={community} search={search} hrefTo={hrefTo} />}
    </Suspense>
  )
}

type PostsProps = Omit<TabsProps, 'renderedAt'> & { hrefTo: (search: CommunitySearch) => string }

function Posts({ community, search, news, hrefTo }: PostsProps) {
  // The current posts stay visible while others load.
  const { data: place } = useSuspenseQuery(communityView(community.id, useDeferredValue(search)))
  const { start, linked, renderedAt } = place
  return (
    <CommunityPosts
      key={start}
      community={community}
      renderedAt={renderedAt}
      start={start}
      linkedId={linked && !linked.comment ? linked.id : null}
      openId={linked?.id ?? null}
      news={news}
      hrefTo={hrefTo}
      discussion={(post, said) => (
        <PostDiscussion post={post} community={community} renderedAt={renderedAt} linked={linked?.id === post.id ? linked : null} news={said} hrefTo={hrefTo} />
      )}
    />
  )
}

const Loading = () => (
  <div>
    <LoadingNotice />
    <SkeletonLines lines={6} />
  </div>
)
