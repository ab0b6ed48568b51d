type Page<Item> = { items: Item[] }

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
