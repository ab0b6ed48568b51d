import { readerOf } from '#platform/client/search-text.ts'
import { namesIn } from '#platform/name-list.ts'
import { type CampaignSort, campaignSorts } from '../terms.ts'

export const browseStatuses = ['all', 'active', 'victory', 'archived'] as const
export type BrowseStatus = (typeof browseStatuses)[number]

/** The search parameters of /campaigns. Default values are omitted, so that one view has one address. */
export type BrowseSearch = {
  target?: string | undefined
  industry?: string | undefined
  /** Names, separated by commas. */
  causes?: string | undefined
  status?: Exclude<BrowseStatus, 'all'> | undefined
  sort?: Exclude<CampaignSort, 'trending'> | undefined
  cursor?: string | undefined
}

/** Parses the query. Unknown names and invalid values are dropped. */
export function readBrowseSearch(params: Record<string, unknown>): BrowseSearch {
  const { text, short, cursor } = readerOf(params)
  const status = browseStatuses.find((each) => each === text('status'))
  const sort = campaignSorts.find((each) => each === text('sort'))
  // Every key is set, even if undefined: the router copies missing keys from the requested URL.
  return {
    target: slugFrom(text('target').slice(0, 2_000)) || undefined,
    industry: short('industry'),
    causes: namesIn(text('causes')).join(',') || undefined,
    status: status === 'all' ? undefined : status,
    sort: sort === 'trending' ? undefined : sort,
    cursor: cursor(),
  }
}

/** The same list without its filters. The sort order stays, since it is not a filter. */
export const withoutFilters = ({ sort }: BrowseSearch): BrowseSearch => readBrowseSearch({ sort })

/** Converts a typed name to its most likely slug, for forms submitted without JavaScript. */
export const slugFrom = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/[\s_-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200)
