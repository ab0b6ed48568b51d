import { readerOf } from '#platform/client/search-text.ts'

const lists = ['campaigns', 'pledges', 'created', 'joined'] as const
export type ProfileSearch = { tab?: (typeof lists)[number] | undefined; cursor?: string | undefined }

/** `cursor` is the start of the list that `tab` names, so that paging works without JavaScript. */
export function readProfileSearch(given: Record<string, unknown>): ProfileSearch {
  const tab = lists.find((known) => known === given.tab)
  const cursor = readerOf(given).cursor()
  return tab && cursor ? { tab, cursor } : {}
}
