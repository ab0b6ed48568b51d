import { type CampaignSort, campaignSorts } from '../terms.ts'
import { api } from './api.ts'

export const browseStatuses = ['all', 'active', 'victory', 'archived'] as const
export type BrowseStatus = (typeof browseStatuses)[number]

/** What /campaigns can be asked for; what is at its default is left out, so one view has one address. */
export type BrowseSearch = {
  target?: string
  industry?: string
  /** Names, separated by commas. */
  causes?: string
  status?: Exclude<BrowseStatus, 'all'>
  sort?: Exclude<CampaignSort, 'trending'>
  cursor?: string
}

export const pageSize = 24

/** Reads the query: unknown names and values are ignored. */
export function readBrowseSearch(given: Record<string, unknown>): BrowseSearch {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value.trim().slice(0, 2_000) : ''
  }
  const found: BrowseSearch = {}
  const target = slugFrom(text('target'))
  const causes = causeNames(text('causes')).join(',')
  const status = browseStatuses.find((each) => each === text('status'))
  const sort = campaignSorts.find((each) => each === text('sort'))
  if (target) found.target = target
  if (text('industry')) found.industry = text('industry').slice(0, 200)
  if (causes) found.causes = causes
  if (status && status !== 'all') found.status = status
  if (sort && sort !== 'trending') found.sort = sort
  if (text('cursor')) found.cursor = text('cursor').slice(0, 500)
  return found
}

export const causeNames = (causes: string | undefined) => [...new Set((causes ?? '').split(',').map((name) => name.trim()))].filter(Boolean).sort()

/** A name typed where no script helps becomes the slug it most likely has. */
export const slugFrom = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/[\s_-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200)

export const isFiltered = ({ target, industry, causes, status }: BrowseSearch) => Boolean(target || industry || causes || status)

/** Pages of 24, from the cursor in the address on. */
export function browsePages({ cursor, status, sort, ...filter }: BrowseSearch) {
  return api.list.infiniteOptions({
    input: (from: string | undefined) => ({ ...filter, status: status ?? 'all', sort: sort ?? 'trending', limit: pageSize, ...(from ? { cursor: from } : {}) }),
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
