import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Notification } from '../contract.ts'
import { type NotificationFilter, notificationFilters } from '../terms.ts'
import { api, notificationPages, pageSize } from './api.ts'

type Page = { items: Notification[]; nextCursor: string | null }
type Held = InfiniteData<Page, string | undefined>

/** A list of more pages than this is not asked for page by page: its newest come in one answer, the rest stays as it is. */
const most = { pages: 4, newest: 100 } as const

const keyOf = (filter: NotificationFilter) => notificationPages(filter).queryKey
const heldOf = (queryClient: QueryClient, filter: NotificationFilter) => queryClient.getQueryData<Held>(keyOf(filter))

/** Whether so much of a list is held that it is not fetched anew as a whole. */
const isLong = (held: Held | undefined) => (held?.pages.length ?? 0) > most.pages

/** Fetches the lists that are shown anew; at most one question for each, or a handful, however far somebody has read. */
export async function freshLists(queryClient: QueryClient): Promise<void> {
  const long = notificationFilters.filter((filter) => isLong(heldOf(queryClient, filter)))
  const keys = long.map((filter) => JSON.stringify(keyOf(filter)))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.list.key(), predicate: ({ queryKey }) => !keys.includes(JSON.stringify(queryKey)) }),
    ...long.map((filter) => freshNewest(queryClient, filter)),
  ])
}

/** Takes over the newest hundred of a long list; what is older than those stays as it was held. */
async function freshNewest(queryClient: QueryClient, filter: NotificationFilter): Promise<void> {
  const newest: Page = await api.list.call({ filter, limit: most.newest })
  queryClient.setQueryData<Held>(keyOf(filter), (held) => held && withNewest(held, newest))
}

function withNewest(held: Held, newest: Page): Held {
  const last = newest.items.at(-1)?.id
  const before = held.pages.flatMap(({ items }) => items)
  // So much has come that something lies between: the list begins anew rather than with a gap.
  const isJoined = last !== undefined && before.some(({ id }) => id >= last)
  const older = isJoined && newest.nextCursor !== null ? held.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id < last) })) : []
  const pages = [...inPages(newest), ...older.filter(({ items }) => items.length > 0)]
  return { pages, pageParams: pages.map((_, place) => held.pageParams[place]) }
}

/** In pages as they are asked for one by one: of those but the last only the number counts, for when they are fetched anew. */
function inPages({ items, nextCursor }: Page): Page[] {
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  return Array.from({ length: count }, (_, place) => ({ items: items.slice(place * pageSize, (place + 1) * pageSize), nextCursor }))
}

/** Loads the page's list; one that is long and held already is shown as it is, and its newest follow. */
export async function notificationsReady(
  queryClient: QueryClient,
  { filter, cursor }: { filter: NotificationFilter; cursor: string | undefined },
): Promise<void> {
  const pages = notificationPages(filter, cursor)
  if (isLong(queryClient.getQueryData<Held>(pages.queryKey))) return void freshNewest(queryClient, filter).catch(() => {})
  await queryClient.fetchInfiniteQuery({ ...pages, staleTime: 1_000 })
}
