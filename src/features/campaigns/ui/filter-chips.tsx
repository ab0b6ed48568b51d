import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Chips } from '#design/chips.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { m } from '#messages'
import { namesIn } from '#platform/name-list.ts'
import { type CampaignSort, campaignSorts } from '../terms.ts'
import { statusTexts } from './badges.tsx'
import { isFiltered } from './browse-pages.ts'
import { type BrowseSearch, readBrowseSearch, withoutFilters } from './browse-search.ts'

type Chip = { key: string; label: string; without: BrowseSearch }

/** The active filters, each a link to the same list without it. */
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
  return (
    <SegmentedLinks
      label={m.campaigns_sort()}
      options={campaignSorts}
      chosen={search.sort ?? 'trending'}
      text={(sort) => sortTexts[sort]()}
      // Uses the current address when pressed: the list of a filter that was just set may still be loading.
      link={(sort, look) => <Link to="/campaigns" search={(now) => readBrowseSearch({ ...now, cursor: '', sort })} {...look} />}
    />
  )
}
