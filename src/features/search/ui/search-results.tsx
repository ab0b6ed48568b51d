import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { CardGrid } from '#features/campaigns/ui/card-grid.tsx'
import { CommunityCard } from '#features/communities/ui/community-card.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { formatCountUpTo } from '#platform/format.ts'
import { countAtMost } from '../terms.ts'
import { type api, foundPages } from './api.ts'
import { Marked } from './marked.tsx'
import { isFiltered, kindOf, type PageSearch } from './page-search.ts'
import { TargetCards } from './target-cards.tsx'

type Page = Awaited<ReturnType<typeof api.find.call>>

/** The number of results, the cards, and a link to the next page. With JavaScript the link appends the next page instead. */
export function SearchResults({ search, q }: { search: PageSearch; q: string }) {
  const list = useSuspenseInfiniteQuery(foundPages(search))
  const { pages } = list.data
  const total = pages[0]?.total ?? null
  if (pages.every(({ items }) => items.length === 0)) return <NoResults search={search} q={q} />
  return (
    <section aria-label={m.search_title_of({ text: q })} className="flex flex-col gap-4">
      {total !== null && (
        <p role="status" className="text-muted tabular-nums">
          {m.search_count({ count: total, shown: shownTotal(total) })}
        </p>
      )}
      <Cards pages={pages} q={q} />
      <LoadMore
        list={list}
        hrefFrom={(cursor) => `/search${stringifySearch({ ...search, cursor })}`}
        first={search.cursor !== undefined && ((look) => <Link to="/search" search={{ ...search, cursor: undefined }} {...look} />)}
      />
    </section>
  )
}

export const shownTotal = (total: number) => formatCountUpTo(total, countAtMost)

function Cards({ pages, q }: { pages: Page[]; q: string }) {
  const campaigns = pages.flatMap((page) => (page.kind === 'campaigns' ? page.items : []))
  const targets = pages.flatMap((page) => (page.kind === 'targets' ? page.items : []))
  const communities = pages.flatMap((page) => (page.kind === 'communities' ? page.items : []))
  if (campaigns.length) return <CardGrid campaigns={campaigns} level={2} isCompact words={(text) => <Marked text={text} query={q} />} />
  if (targets.length) return <TargetCards targets={targets} query={q} />
  return (
    <ul className="tile-grid">
      {communities.map((community) => (
        <li key={community.id} className="min-w-0">
          <CommunityCard community={community} words={(text) => <Marked text={text} query={q} />} isShort />
        </li>
      ))}
    </ul>
  )
}

function NoResults({ search, q }: { search: PageSearch; q: string }) {
  const { viewer } = useAuth()
  const create = '/communities/create'
  const next =
    kindOf(search) === 'communities' ? (
      <a href={viewer ? create : signInHref(create)} className={buttonClass()}>
        {m.search_create_community()}
      </a>
    ) : (
      <Link to="/campaigns/create" className={buttonClass()}>
        {m.search_start(nouns)}
      </Link>
    )
  return (
    <EmptyState title={m.search_empty({ text: q })} action={next}>
      {isFiltered(search) ? m.search_empty_filtered_text() : m.search_empty_text()}
    </EmptyState>
  )
}
