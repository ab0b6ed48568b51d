import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { TargetTiles } from './target-tile.tsx'
import { type TargetsSearch, targetPages } from './targets-search.ts'

/** The tiles, and the way to more: a link to the next page, which with JavaScript adds it below instead. */
export function TargetResults({ search }: { search: TargetsSearch }) {
  const list = useSuspenseInfiniteQuery(targetPages(search))
  const targets = list.data.pages.flatMap(({ items }) => items)
  const next = list.data.pages.at(-1)?.nextCursor
  if (targets.length === 0) return <Nothing search={search} />
  return (
    <>
      <TargetTiles targets={targets} />
      <LoadMore
        list={list}
        href={next ? `/targets${stringifySearch({ ...search, cursor: next })}` : undefined}
        first={search.cursor !== undefined && ((look) => <Link to="/targets" search={{ ...search, cursor: undefined }} {...look} />)}
      />
    </>
  )
}

function Nothing({ search: { search, industry, sort } }: { search: TargetsSearch }) {
  return (
    <EmptyState
      title={m.targets_empty()}
      action={
        <>
          {(search || industry) && (
            <Link to="/targets" search={{ sort }} className={buttonClass()}>
              {m.explore_clear_filters()}
            </Link>
          )}
          <Link to="/campaigns/create" className={buttonClass({ tone: 'primary' })}>
            {m.targets_start(nouns)}
          </Link>
        </>
      }
    >
      {m.targets_empty_text(nouns)}
    </EmptyState>
  )
}
