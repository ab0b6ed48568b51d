import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { cardLinkClass } from '#design/card.ts'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { Target } from '../contract.ts'
import { TargetLogo } from './target-logo.tsx'
import { aboutTarget, TargetTiles } from './target-tile.tsx'
import { type TargetsSearch, targetPages } from './targets-search.ts'

/** The tiles and a link to the next page. With JavaScript the link appends the next page instead. */
export function TargetResults({ search }: { search: TargetsSearch }) {
  const list = useSuspenseInfiniteQuery(targetPages(search))
  const targets = list.data.pages.flatMap(({ items }) => items)
  if (targets.length === 0) return <Nothing search={search} />
  return (
    <>
      <TargetTiles targets={targets.filter(isActive)} />
      <Others targets={targets.filter((target) => !isActive(target))} />
      <LoadMore
        list={list}
        hrefFrom={(next) => `/targets${stringifySearch({ ...search, cursor: next })}`}
        first={search.cursor !== undefined && ((look) => <Link to="/targets" search={{ ...search, cursor: undefined }} {...look} />)}
      />
    </>
  )
}

const isActive = ({ numbers }: Target) => numbers.campaigns > 0

/** The second half of the list: companies without campaigns, shown without anything that suggests a boycott. */
function Others({ targets }: { targets: readonly Target[] }) {
  if (targets.length === 0) return null
  return (
    <section aria-labelledby="others" className="not-first:mt-12">
      <h2 id="others" className="type-title border-t-2 border-ink pt-4 text-2xl">
        {m.targets_others()}
      </h2>
      <p className="mt-1 mb-4 text-muted">{m.targets_others_text(nouns)}</p>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {targets.map((target) => (
          <li key={target.id} className="relative flex min-h-16 min-w-0 items-center gap-3 border-t border-line py-2 hover:bg-sunk">
            <TargetLogo target={target} size="sm" />
            <div className="min-w-0">
              <h3 dir="auto" className="font-semibold [overflow-wrap:anywhere]">
                <Link to="/targets/$slug" params={{ slug: target.slug }} className={cardLinkClass}>
                  {target.name}
                </Link>
              </h3>
              <p className="text-sm text-muted">{aboutTarget(target)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
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
