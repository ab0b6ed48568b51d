import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Notification } from '../contract.ts'
import { type NotificationFilter, notificationFilters, pageSize } from '../terms.ts'
import { api, notificationPages } from './api.ts'

type Page = { items: Notification[]; nextCursor: string | null }
type Cached = InfiniteData<Page, string | undefined>

/** For a list with more than `pages` cached pages one request fetches the `newest` notifications, instead of a request for each page. */
const most = { pages: 4, newest: 100 } as const

const keyOf = (filter: NotificationFilter) => notificationPages(filter).queryKey
const cachedOf = (queryClient: QueryClient, filter: NotificationFilter) => queryClient.getQueryData<Cached>(keyOf(filter))

/** True if the list has too many cached pages to refetch them all. */
const isLong = (cached: Cached | undefined) => (cached?.pages.length ?? 0) > most.pages

/** Refetches the shown lists, with at most `most.pages` requests per list. */
export async function freshLists(queryClient: QueryClient): Promise<void> {
  const long = notificationFilters.filter((filter) => isLong(cachedOf(queryClient, filter)))
  const keys = long.map((filter) => JSON.stringify(keyOf(filter)))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.list.key(), predicate: ({ queryKey }) => !keys.includes(JSON.stringify(queryKey)) }),
    ...long.map((filter) => freshNewest(queryClient, filter)),
  ])
}

/** Refetches the newest hundred of a long list; older ones are not refetched. */
async function freshNewest(queryClient: QueryClient, filter: NotificationFilter): Promise<void> {
  const newest: Page = await api.list.call({ filter, limit: most.newest })
  queryClient.setQueryData<Cached>(keyOf(filter), (cached) => cached && withNewest(cached, newest))
}

function withNewest(cached: Cached, newest: Page): Cached {
  const last = newest.items.at(-1)?.id
  const before = cached.pages.flatMap(({ items }) => items)
  // If more than a hundred are new, drops the older ones, because there would be a gap between them.
  const isJoined = last !== undefined && before.some(({ id }) => id >= last)
  const older = isJoined && newest.nextCursor !== null ? cached.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id < last) })) : []
  const pages = [...inPages(newest), ...older.filter(({ items }) => items.length > 0)]
  return { pages, pageParams: pages.map((_, place) => cached.pageParams[place]) }
}

/** Splits the notifications into pages of the usual size. All get the same cursor, but only the cursor of the last page is used. */
function inPages({ items, nextCursor }: Page): Page[] {
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  return Array.from({ length: count }, (_, place) => ({ items: items.slice(place * pageSize, (place + 1) * pageSize), nextCursor }))
}

/** Loads the list of the page. For a long cached list it does not wait: the newest notifications are refetched in the background. */
export async function notificationsReady(
  queryClient: QueryClient,
  { filter, cursor }: { filter: NotificationFilter; cursor: string | undefined },
): Promise<void> {
  const pages = notificationPages(filter, cursor)
  if (isLong(queryClient.getQueryData<Cached>(pages.queryKey))) return void freshNewest(queryClient, filter).catch(() => {})
  await queryClient.fetchInfiniteQuery({ ...pages, staleTime: 1_000 })
}
