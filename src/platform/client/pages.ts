import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

type Page<Item> = { items: Item[] }

/** Changes the items of every cached page of every list under this key. */
export function changeItems<Item>(queryClient: QueryClient, queryKey: QueryKey, change: (items: Item[]) => Item[]): void {
  queryClient.setQueriesData<InfiniteData<Page<Item>>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}

/** Every cached item of these lists. */
export function cachedItems<Item>(queryClient: QueryClient, queryKey: QueryKey): Item[] {
  return queryClient.getQueriesData<InfiniteData<Page<Item>>>({ queryKey }).flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
}
