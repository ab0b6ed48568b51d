import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { EntryListSearch } from './entry-list-search.ts'

type ResultsProps<Item> = {
  path: '/industries' | '/causes'
  search: EntryListSearch
  list: Omit<ComponentProps<typeof LoadMore>['list'], 'data'> & { data: { pages: readonly { items: Item[]; nextCursor: string | null }[] } }
  tile: (item: Item) => ReactNode
  /** Title if the list is empty. */
  empty: string
}

/** The tiles and a link to the next page. With JavaScript the link appends the next page instead. */
export function EntryResults<Item extends { id: string }>({ path, search, list, tile, empty }: ResultsProps<Item>) {
  const { pages } = list.data
  const items = pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        title={empty}
        action={
          <Link to={path} search={{ sort: search.sort }} className={buttonClass()}>
            {m.explore_clear_filters()}
          </Link>
        }
      />
    )
  }
  return (
    <>
      <ul className="tile-grid">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            {tile(item)}
          </li>
        ))}
      </ul>
      <LoadMore
        list={list}
        hrefFrom={(next) => `${path}${stringifySearch({ ...search, cursor: next })}`}
        first={search.cursor !== undefined && ((look) => <Link to={path} search={{ ...search, cursor: undefined }} {...look} />)}
      />
    </>
  )
}
