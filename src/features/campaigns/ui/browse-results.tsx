import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type BrowseSearch, browsePages, isFiltered } from './browse-search.ts'
import { CardGrid } from './card-grid.tsx'

/** The cards, and the way to more: a link to the next page, which with JavaScript adds it below instead. */
export function BrowseResults({ search }: { search: BrowseSearch }) {
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(browsePages(search))
  const campaigns = data.pages.flatMap(({ items }) => items)
  const nextCursor = data.pages.at(-1)?.nextCursor
  const more = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!isFetchingNextPage) fetchNextPage()
  }
  if (campaigns.length === 0) return <Nothing isFiltered={isFiltered(search)} />
  return (
    <>
      <CardGrid campaigns={campaigns} level={2} withAds isCompact />
      <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
        {search.cursor && (
          <Link to="/campaigns" search={{ ...search, cursor: undefined }} className={buttonClass({ tone: 'quiet' })}>
            {m.campaigns_first_page()}
          </Link>
        )}
        {nextCursor && (
          <Link
            to="/campaigns"
            search={{ ...search, cursor: nextCursor }}
            preload={false}
            onClick={more}
            aria-busy={isFetchingNextPage || undefined}
            className={cx(buttonClass({ size: 'lg' }), isFetchingNextPage && 'opacity-60')}
          >
            {isFetchingNextPage ? m.design_loading() : m.campaigns_load_more()}
          </Link>
        )}
        <p role="alert" className="w-full text-center font-semibold text-danger-text empty:hidden">
          {isFetchNextPageError && m.campaigns_load_failed()}
        </p>
      </div>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const start = (
    <Link to="/campaigns/create" className={buttonClass({ tone: 'primary' })}>
      {m.campaigns_start(nouns)}
    </Link>
  )
  if (!isFiltered) {
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
          <Link to="/campaigns" className={buttonClass()}>
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
