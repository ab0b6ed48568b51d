import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { browsePages, isFiltered } from './browse-pages.ts'
import { type BrowseSearch, withoutFilters } from './browse-search.ts'
import { CardGridWithAds } from './card-grid.tsx'

/** The cards and a link to the next page. With JavaScript the link appends the next page instead. */
export function BrowseResults({ search }: { search: BrowseSearch }) {
  const list = useSuspenseInfiniteQuery(browsePages(search))
  const { pages } = list.data
  const campaigns = useMemo(() => pages.flatMap(({ items }) => items), [pages])
  if (campaigns.length === 0) return <Nothing search={search} />
  return (
    <>
      <CardGridWithAds campaigns={campaigns} level={2} />
      <div className="mt-4">
        <LoadMore
          list={list}
          hrefFrom={(cursor) => `/campaigns${stringifySearch({ ...search, cursor })}`}
          first={search.cursor !== undefined && ((look) => <Link to="/campaigns" search={{ ...search, cursor: undefined }} {...look} />)}
        />
      </div>
    </>
  )
}

function Nothing({ search }: { search: BrowseSearch }) {
  const start = (
    <Link to="/campaigns/create" className={buttonClass({ tone: 'primary' })}>
      {m.campaigns_start(nouns)}
    </Link>
  )
  if (!isFiltered(search)) {
    return (
      <EmptyState title={m.campaigns_none_title(nouns)} action={start}>
        {m.campaigns_none_text()}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={m.campaigns_empty_title(nouns)}
      action={
        <>
          <Link to="/campaigns" search={withoutFilters(search)} className={buttonClass()}>
            {m.campaigns_clear_filters()}
          </Link>
          {start}
        </>
      }
    >
      {m.campaigns_empty_text()}
    </EmptyState>
  )
}
