import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { PageReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { Community } from '../contract.ts'
import { isOwner } from '../policy.ts'
import { AboutAside, AboutTab } from './about-tab.tsx'
import { CommunityHead } from './community-head.tsx'
import { CommunityModeration } from './community-moderation.tsx'
import { type CommunitySearch, type CommunityTab, communityTabs } from './community-search.ts'
import { JoinPrompt } from './join-prompt.tsx'
import { useMembership } from './use-membership.ts'

type PageProps = {
  community: Community
  search: CommunitySearch
  /** Content of the selected tab, if another feature provides it. */
  children: ReactNode
  /** The number of open reports, for the owner and the mods. Without this number the page has no tab for reports. */
  openReports?: ReactNode
}

/** The page of a community with its tabs. Viewers who may not see the content of a private community get `JoinPrompt` instead of the tabs. */
export function CommunityPage({ community, search, children, openReports }: PageProps) {
  const { slug, inside } = community
  const membership = useMembership({ community, texts: 'long', invite: search.invite, here: `/communities/${slug}${stringifySearch(search)}` })
  const tab = search.tab ?? 'posts'
  return (
    <article>
      <CommunityModeration community={community} />
      <CommunityHead community={community} membership={membership} />
      <div className="page-column pb-12">
        {inside ? (
          <>
            <TabLinks label={m.communities_tabs()}>
              {communityTabs
                .filter((each) => each !== 'reports' || openReports)
                .map((each) => (
                  <Link
                    key={each}
                    to="/communities/$slug"
                    params={{ slug }}
                    search={each === 'posts' ? {} : { tab: each }}
                    activeOptions={{ exact: true, includeSearch: true }}
                    resetScroll={false}
                    aria-current={each === tab ? 'page' : undefined}
                    className={tabLinkClass}
                  >
                    {tabTexts[each]()}
                    {each === 'reports' && openReports}
                  </Link>
                ))}
            </TabLinks>
            <div className="pt-8">
              {tab === 'about' && <AboutTab community={community} inside={inside} />}
              {tab === 'posts' && <WithAside aside={<AboutAside inside={inside} />}>{children}</WithAside>}
              {tab !== 'about' && tab !== 'posts' && children}
            </div>
          </>
        ) : (
          <JoinPrompt community={community} membership={membership} isInvited={search.invite !== undefined} />
        )}
        {!isOwner(community) && !community.moderation && (
          <div className="mt-10">
            <PageReportLink kind="community" id={community.id} label={m.reports_report_community()} />
          </div>
        )}
      </div>
    </article>
  )
}

/** Shows `aside` on wide screens only; on narrow screens, the About tab has the same content. */
const WithAside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,3fr)]">
    <div className="min-w-0">{children}</div>
    <div className="flex min-w-0 flex-col gap-10 max-lg:hidden">{aside}</div>
  </div>
)

const tabTexts: { [tab in CommunityTab]: () => string } = {
  posts: m.communities_tab_posts,
  about: m.communities_tab_about,
  members: m.communities_tab_members,
  campaigns: m.communities_tab_campaigns,
  reports: m.queue_title,
}
