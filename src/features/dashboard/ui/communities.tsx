import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { CommunityRow } from '#features/communities/ui/community-row.tsx'
import { ownCommunities, type Share } from '#features/communities/ui/own-lists.ts'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { type DashboardSearch, startOf } from './dashboard-search.ts'

const create = '/communities/create'

export function Communities({ search }: { search: DashboardSearch }) {
  return (
    <section aria-labelledby="own-communities">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="own-communities" className="type-title text-2xl">
          {m.dashboard_communities()}
        </h2>
        <a href={create} className={buttonClass()}>
          <Plus className="size-5" aria-hidden="true" />
          {m.dashboard_communities_new()}
        </a>
      </div>
      <div className="grid gap-x-8 gap-y-6 border-t border-ink pt-4 md:grid-cols-2">
        <List of="owned" title={m.dashboard_communities_owned()} empty={m.dashboard_communities_owned_empty()} start={startOf(search, 'owned')} />
        <List of="joined" title={m.dashboard_communities_joined()} empty={m.dashboard_communities_joined_empty()} start={startOf(search, 'joined')} />
      </div>
    </section>
  )
}

type ListProps = { of: Share; title: string; empty: string; start: string | undefined }

function List({ of, title, empty, start }: ListProps) {
  const list = useSuspenseInfiniteQuery(ownCommunities(of, start))
  const communities = list.data.pages.flatMap(({ items }) => items)
  return (
    <div className="min-w-0">
      <h3 className="type-title text-lg">{title}</h3>
      {communities.length === 0 ? (
        <p className="mt-1 text-muted">
          {empty}{' '}
          <a href={create} className="link inline-flex min-h-11 items-center">
            {m.dashboard_communities_start()}
          </a>
        </p>
      ) : (
        <ul>
          {communities.map((community) => (
            <CommunityRow key={community.id} community={community}>
              <OpenLink of={of} community={community} />
            </CommunityRow>
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => `/dashboard${stringifySearch({ tab: of, cursor: next })}`}
        first={start !== undefined && ((look) => <Link to="/dashboard" {...look} />)}
      />
    </div>
  )
}

function OpenLink({ of, community: { slug, name } }: { of: Share; community: { slug: string; name: string } }) {
  const label = of === 'owned' ? m.admin_manage_named({ title: name }) : m.dashboard_view_named({ title: name })
  return (
    <a href={`/communities/${slug}`} aria-label={label} className={buttonClass({ size: 'sm' })}>
      {of === 'owned' ? m.admin_manage() : m.dashboard_view()}
    </a>
  )
}
