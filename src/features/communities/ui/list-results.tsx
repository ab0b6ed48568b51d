import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ButtonLook, buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { formatCount, formatCountUpTo } from '#platform/format.ts'
import { CommunityTile } from './community-card.tsx'
import { communityPages, type ListSearch, trendingCommunities } from './list-search.ts'

/** Number up to which the server counts the matches of a search text. */
const countAtMost = 100

/** The public communities with the most posts; renders nothing if there are none. */
export function TrendingCommunities() {
  const { items } = useSuspenseQuery(trendingCommunities()).data
  if (items.length === 0) return null
  return (
    <section aria-labelledby="trending">
      <h2 id="trending" className="type-title mb-4 border-b border-ink pb-2 text-2xl">
        {m.communities_trending()}
      </h2>
      <ul className="tile-grid">
        {items.map((community) => (
          <li key={community.id} className="min-w-0">
            <CommunityTile
              community={community}
              level={3}
              here="/communities"
              note={m.communities_posts_week({ count: community.postsThisWeek, shown: formatCount(community.postsThisWeek) })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The list of communities. With JavaScript the link to the next page appends that page to the list. */
export function ListResults({ search }: { search: ListSearch }) {
  const list = useSuspenseInfiniteQuery(communityPages(search))
  const communities = list.data.pages.flatMap(({ items }) => items)
  const here = `/communities${stringifySearch(search)}`
  const total = list.data.pages[0]?.total ?? null
  return (
    <section aria-labelledby="all">
      <h2 id="all" className="type-title mb-4 flex flex-wrap items-baseline gap-x-3 border-b border-ink pb-2 text-2xl">
        {m.communities_all()}
        {total !== null && (
          <span role="status" className="text-lg text-muted tabular-nums">
            {search.q === undefined ? formatCount(total) : formatCountUpTo(total, countAtMost)}
          </span>
        )}
      </h2>
      {communities.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <ul className="tile-grid">
          {communities.map((community) => (
            <li key={community.id} className="min-w-0">
              <CommunityTile community={community} level={3} here={here} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        hrefFrom={(next) => `/communities${stringifySearch({ ...search, cursor: next })}`}
        first={search.cursor !== undefined && ((look) => <Link to="/communities" search={{ ...search, cursor: undefined }} {...look} />)}
      />
    </section>
  )
}

function Nothing({ search }: { search: ListSearch }) {
  return (
    <EmptyState title={m.communities_empty()} level={3} action={<StartCommunity tone="primary" />}>
      {search.sort === 'trending' ? m.communities_empty_trending() : m.communities_empty_text()}
    </EmptyState>
  )
}

/** Link to the form for a new community; visitors sign in first. */
export function StartCommunity({ tone }: Pick<ButtonLook, 'tone'>) {
  const { viewer } = useAuth()
  const create = '/communities/create'
  return (
    <a href={viewer ? create : signInHref(create)} className={buttonClass(tone ? { tone } : {})}>
      {m.communities_start()}
    </a>
  )
}
