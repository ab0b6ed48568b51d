import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

type Page<Item> = { items: Item[] }

/** Options of a list that is loaded page by page, from the cursor `start` on. */
export const pagesFrom = <const Input extends object>(input: Input, start?: string) => ({
  input: (cursor: string | undefined) => ({ ...input, ...(cursor ? { cursor } : {}) }),
  initialPageParam: start,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
})

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

type Listed = { id: string; cursor: string }

/**
 * Loads the page of a list that contains this item: the first page, or a page that starts with the item. Returns the cursor of that page; undefined
 * for the first page.
 */
export async function loadPageOf({ id, cursor }: Listed, load: (start?: string) => Promise<InfiniteData<Page<{ id: string }>>>): Promise<string | undefined> {
  const { pages } = await load()
  if (pages.some(({ items }) => items.some((item) => item.id === id))) return undefined
  await load(cursor)
  return cursor
}
