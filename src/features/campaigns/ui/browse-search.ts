import { namesIn } from '#platform/name-list.ts'
import { type CampaignSort, campaignSorts } from '../terms.ts'

export const browseStatuses = ['all', 'active', 'victory', 'archived'] as const
export type BrowseStatus = (typeof browseStatuses)[number]

/** What /campaigns can be asked for; what is at its default is left out, so one view has one address. */
export type BrowseSearch = {
  target?: string | undefined
  industry?: string | undefined
  /** Names, separated by commas. */
  causes?: string | undefined
  status?: Exclude<BrowseStatus, 'all'> | undefined
  sort?: Exclude<CampaignSort, 'trending'> | undefined
  cursor?: string | undefined
}

/** Reads the query: unknown names and values are ignored. */
export function readBrowseSearch(given: Record<string, unknown>): BrowseSearch {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value.trim().slice(0, 2_000) : ''
  }
  const status = browseStatuses.find((each) => each === text('status'))
  const sort = campaignSorts.find((each) => each === text('sort'))
  // Said even where there is none: what is not said would be taken over from the address as it came.
  return {
    target: slugFrom(text('target')) || undefined,
    industry: text('industry').slice(0, 200) || undefined,
    causes: namesIn(text('causes')).join(',') || undefined,
    status: status === 'all' ? undefined : status,
    sort: sort === 'trending' ? undefined : sort,
    cursor: text('cursor').slice(0, 500) || undefined,
  }
}

/** The same list without its filters: their order is none of them. */
export const withoutFilters = ({ sort }: BrowseSearch): BrowseSearch => readBrowseSearch({ sort })

/** A name typed where no script helps becomes the slug it most likely has. */
export const slugFrom = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/[\s_-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200)
