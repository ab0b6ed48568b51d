type Page<Item> = { items: Item[] }

const mostPages = 20

/** Collects the items of all pages of a list, at most twenty pages, each converted by `make`. */
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
