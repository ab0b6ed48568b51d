import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

type Page<Item> = { items: Item[] }

/** Changes the items of every page of every list under this key that the browser holds. */
export function changeItems<Item>(queryClient: QueryClient, queryKey: QueryKey, change: (items: Item[]) => Item[]): void {
  queryClient.setQueriesData<InfiniteData<Page<Item>>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
}

/** Every item of these lists that the browser holds. */
export function heldItems<Item>(queryClient: QueryClient, queryKey: QueryKey): Item[] {
  return queryClient.getQueriesData<InfiniteData<Page<Item>>>({ queryKey }).flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
}

const mostPages = 20

/** The items of all pages of a list, each made small; of an endless one the first twenty pages. */
export async function wholeList<Item, Made>(
  load: (cursor: string | undefined) => Promise<Page<Item> & { nextCursor: string | null }>,
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < mostPages && cursor !== null; page++) {
    const { items, nextCursor } = await load(cursor)
    made.push(...items.map(make))
    cursor = nextCursor
  }
  return made
}
