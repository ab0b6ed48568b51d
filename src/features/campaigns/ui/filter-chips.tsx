import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Chips } from '#design/chips.tsx'
import { choiceLinkClass, choiceLinksClass } from '#design/navigation.tsx'
import { m } from '#messages'
import { namesIn } from '#platform/name-list.ts'
import { type CampaignSort, campaignSorts } from '../terms.ts'
import { statusTexts } from './badges.tsx'
import { isFiltered } from './browse-pages.ts'
import { type BrowseSearch, readBrowseSearch, withoutFilters } from './browse-search.ts'

type Chip = { key: string; label: string; without: BrowseSearch }

/** What is filtered by; each a link to the same list without it. */
export function FilterChips({ search, targetName }: { search: BrowseSearch; targetName: string | null }) {
  if (!isFiltered(search)) return null
  return (
    <Chips
      label={m.campaigns_filters_active()}
      chips={chipsOf(search, targetName).map(({ without, ...chip }) => ({
        ...chip,
        link: (look) => <Link to="/campaigns" search={without} resetScroll={false} activeOptions={{ exact: true, includeSearch: true }} {...look} />,
      }))}
    >
      <Link
        to="/campaigns"
        search={withoutFilters(search)}
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className={buttonClass({ tone: 'quiet', size: 'sm' })}
      >
        {m.campaigns_filter_clear()}
      </Link>
    </Chips>
  )
}

function chipsOf(search: BrowseSearch, targetName: string | null): Chip[] {
  const without = (change: Partial<Record<keyof BrowseSearch, string>>) => readBrowseSearch({ ...search, cursor: '', ...change })
  const causes = namesIn(search.causes)
  return [
    ...(search.target ? [{ key: 'target', label: targetName ?? search.target, without: without({ target: '' }) }] : []),
    ...(search.industry ? [{ key: 'industry', label: search.industry, without: without({ industry: '' }) }] : []),
    ...causes.map((name) => ({ key: `cause ${name}`, label: name, without: without({ causes: causes.filter((other) => other !== name).join(',') }) })),
    ...(search.status ? [{ key: 'status', label: statusTexts[search.status](), without: without({ status: '' }) }] : []),
  ]
}

export const sortTexts: Record<CampaignSort, () => string> = {
  trending: m.campaigns_sort_trending,
  newest: m.campaigns_sort_newest,
  most_pledged: m.campaigns_sort_most_pledged,
}

export function SortLinks({ search }: { search: BrowseSearch }) {
  const current = search.sort ?? 'trending'
  return (
    <nav aria-label={m.campaigns_sort()} className={choiceLinksClass}>
      {campaignSorts.map((sort) => (
        <Link
          key={sort}
          to="/campaigns"
          // Of the address as it is when pressed: a filter may just have been set whose list is still on its way.
          search={(now) => readBrowseSearch({ ...now, cursor: '', sort })}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          data-chosen={sort === current || undefined}
          className={choiceLinkClass}
        >
          {sortTexts[sort]()}
        </Link>
      ))}
    </nav>
  )
}
