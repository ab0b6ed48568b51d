import { readerOf } from '#platform/client/search-text.ts'

const lists = ['owned', 'joined'] as const
export type DashboardSearch = { tab?: (typeof lists)[number] | undefined; cursor?: string | undefined }

/** `cursor` is the start of the community list `tab`. Paging without JavaScript uses it. */
export function readDashboardSearch(given: Record<string, unknown>): DashboardSearch {
  const tab = lists.find((known) => known === given.tab)
  const cursor = readerOf(given).cursor()
  return tab && cursor ? { tab, cursor } : {}
}

export const startOf = ({ tab, cursor }: DashboardSearch, list: (typeof lists)[number]) => (tab === list ? cursor : undefined)
