import { type CampaignSort, campaignSorts } from '#features/campaigns/terms.ts'
import { readerOf } from '#platform/client/search-text.ts'
import { type TargetHas, type TargetSort, targetHas, targetSorts } from '../targets/terms.ts'

/** The URL parameters of such a page, unvalidated. */
export type EntryQuery = Partial<Record<'q' | 'sort' | 'cursor' | 'search' | 'has' | 'order' | 'from', string>>

/** The valid parameters. Default values are left out, so that each view has only one URL. */
export type EntrySearch = {
  /** For the campaigns: text, sort order, and the start of the list for paging without JavaScript. */
  q?: string | undefined
  sort?: Exclude<CampaignSort, 'trending'> | undefined
  cursor?: string | undefined
  /** For the targets of an industry or a cause: the same, and a filter by active campaigns. */
  search?: string | undefined
  has?: Exclude<TargetHas, 'all'> | undefined
  order?: Exclude<TargetSort, 'az'> | undefined
  from?: string | undefined
}

/** Reads the URL parameters and ignores unknown values. */
export function readEntrySearch(given: Record<string, unknown>): EntrySearch {
  const { text, short, cursor } = readerOf(given)
  const sort = campaignSorts.find((known) => known === text('sort'))
  const has = targetHas.find((known) => known === text('has'))
  const order = targetSorts.find((known) => known === text('order'))
  // Every key is set, even if undefined: the router would otherwise keep the URL's raw value.
  return {
    q: short('q'),
    sort: sort === 'trending' ? undefined : sort,
    cursor: cursor(),
    search: short('search'),
    has: has === 'all' ? undefined : has,
    order: order === 'az' ? undefined : order,
    from: cursor('from'),
  }
}
