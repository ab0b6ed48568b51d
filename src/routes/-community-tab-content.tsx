import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { LoadingNotice, SkeletonLines } from '#design/skeleton.tsx'
import { DeletedNotice } from '#features/comments/ui/deleted-notice.tsx'
import { CommunityCampaigns } from '#features/communities/campaigns/ui/community-campaigns.tsx'
import { linkedPages } from '#features/communities/campaigns/ui/linked-pages.ts'
import type { Community } from '#features/communities/contract.ts'
import { memberPages } from '#features/communities/members/ui/api.ts'
import { CommunityMembers } from '#features/communities/members/ui/community-members.tsx'
import { MuteAuthorButton } from '#features/communities/members/ui/mute-button.tsx'
import { CommunityPosts } from '#features/communities/posts/ui/community-posts.tsx'
import type { CommunitySearch } from '#features/communities/ui/community-search.ts'
import { mayDecideReports } from '#features/moderators/community-reports/policy.ts'
import { casesIn } from '#features/moderators/community-reports/ui/api.ts'
import { CommunityReports } from '#features/moderators/community-reports/ui/community-reports.tsx'
import { OpenReports } from '#features/moderators/community-reports/ui/open-reports.tsx'
import { m } from '#messages'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { communityView } from './-community-view.ts'
import { PostDiscussion } from './-post-discussion.tsx'

type Tab = { community: Community; search: CommunitySearch }

/** Loads what the chosen tab shows. The tab About needs only the community. */
export async function loadTab({ queryClient, community, search }: Tab & { queryClient: QueryClient }): Promise<void> {
  const { id, slug } = community
  const { tab = 'posts', q, cursor } = search
  const begin = () => redirect({ to: '/communities/$slug', params: { slug }, search: { ...search, cursor: undefined } })
  if (tab === 'posts') await queryClient.ensureQueryData(communityView(id, search))
  if (tab === 'members') await listFrom(queryClient.ensureInfiniteQueryData(memberPages(id, { q, start: cursor })), begin)
  if (tab === 'reports' && hasReports(community)) await queryClient.ensureQueryData(casesIn(id))
  if (tab === 'campaigns') await listFrom(queryClient.ensureInfiniteQueryData(linkedPages(id, cursor)), begin)
}

const hasReports = ({ viewer, moderation }: Community) => mayDecideReports({ viewer, isModerated: moderation !== null })

/** For owner and mods: the number of open reports, beside the name of their tab. */
export const openReportsOf = (community: Community) => (hasReports(community) ? <OpenReports communityId={community.id} /> : null)

type TabsProps = Tab & {
  renderedAt: number
  /** The ids of the newest posts, from the live stream. */
  news: readonly string[]
}

/** The tabs of a community that show other features: posts, members, campaigns, reports. */
export function CommunityTabs(props: TabsProps) {
  const { community, search, renderedAt } = props
  const hrefTo = (asked: CommunitySearch) => `/communities/${community.slug}${stringifySearch(asked)}`
  return (
    <Suspense fallback={<Loading />}>
      {search.tab === undefined && <Posts {...props} hrefTo={hrefTo} />}
      {search.tab === 'members' && <CommunityMembers community={community} search={search} renderedAt={renderedAt} hrefTo={hrefTo} />}
      {search.tab === 'reports' && <CommunityReports community={community} />}
      {search.tab === 'campaigns' && <CommunityCampaigns community={community} search={search} hrefTo={hrefTo} />}
    </Suspense>
  )
}

type PostsProps = Omit<TabsProps, 'renderedAt'> & { hrefTo: (search: CommunitySearch) => string }

function Posts({ community, search, news, hrefTo }: PostsProps) {
  // The current posts stay visible while others load.
  const { data: place } = useSuspenseQuery(communityView(community.id, useDeferredValue(search)))
  const { start, linked, missing, renderedAt } = place
  return (
    <>
      {missing && <DeletedNotice text={missing === 'comment' ? m.comments_deleted() : m.community_posts_deleted()} />}
      <CommunityPosts
        key={start}
        community={community}
        renderedAt={renderedAt}
        start={start}
        linkedId={linked && !linked.comment ? linked.id : null}
        openId={linked?.id ?? null}
        news={news}
        hrefTo={hrefTo}
        authorButton={({ author, authorRole }) => <MuteAuthorButton community={community} author={author} role={authorRole} />}
        discussion={(post, said) => (
          <PostDiscussion
            post={post}
            community={community}
            renderedAt={renderedAt}
            linked={linked?.id === post.id ? linked : null}
            news={said}
            hrefTo={hrefTo}
          />
        )}
      />
    </>
  )
}

const Loading = () => (
  <div>
    <LoadingNotice />
    <SkeletonLines lines={6} />
  </div>
)
