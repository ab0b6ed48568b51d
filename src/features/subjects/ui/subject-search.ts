import { type CampaignSort, campaignSorts } from '#features/campaigns/terms.ts'
import { type TargetHas, type TargetSort, targetHas, targetSorts } from '#features/targets/terms.ts'

/** What the address of such a page may say, as it comes. */
export type SubjectQuery = Partial<Record<'q' | 'sort' | 'cursor' | 'search' | 'has' | 'order' | 'from', string>>

/** The same as it is understood; what is at its default is left out, so one view has one address. */
export type SubjectSearch = {
  /** Of the campaigns: text, order, and where the list begins for those without JavaScript. */
  q?: string | undefined
  sort?: Exclude<CampaignSort, 'trending'> | undefined
  cursor?: string | undefined
  /** Of the targets of an industry or a cause the same, and which of them. */
  search?: string | undefined
  has?: Exclude<TargetHas, 'all'> | undefined
  order?: Exclude<TargetSort, 'az'> | undefined
  from?: string | undefined
}

/** Reads the query: unknown values are ignored. */
export function readSubjectSearch(given: Record<string, unknown>): SubjectSearch {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const short = (name: string) => [...text(name)].slice(0, 200).join('') || undefined
  const cursor = (name: string) => text(name).slice(0, 500) || undefined
  const sort = campaignSorts.find((known) => known === text('sort'))
  const has = targetHas.find((known) => known === text('has'))
  const order = targetSorts.find((known) => known === text('order'))
  // Said even where there is none: what is not said would be taken over from the address as it came.
  return {
    q: short('q'),
    sort: sort === 'trending' ? undefined : sort,
    cursor: cursor('cursor'),
    search: short('search'),
    has: has === 'all' ? undefined : has,
    order: order === 'az' ? undefined : order,
    from: cursor('from'),
  }
}
