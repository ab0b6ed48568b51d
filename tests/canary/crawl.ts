import { isFull } from '#tests/support/figures.ts'
import { type Address, plain } from './addresses.ts'
import type { Crawl } from './crawler.ts'

/** `isThorough`: reads every address also in the short run. */
export type Reader = { crawl: Crawl; isThorough: boolean }

/**
 * Reads the addresses, one after the other as every reader: what is kept of one reader's answer would reach the next.
 * Then, three times, the links that were found.
 */
export async function crawlTogether(readers: Reader[], addresses: Address[]): Promise<void> {
  const newLinks = openLinks(readers)
  for (let round = 0, list = addresses; round <= 3; round++, list = newLinks()) {
    const shares = readers.map(({ crawl, isThorough }, turn) => ({ crawl, share: shareOf({ list, turn, isThorough }) }))
    await inLanes(list, async (address) => {
      for (const { crawl, share } of shares) if (share.has(address)) await crawl.read(address)
    })
  }
}

/** In the full run of each reader and round, in the short run of each form. */
const mostLinks = { ofReader: 400, ofForm: 5 }

/** Gives the links that were found since it was last called. */
function openLinks(readers: Reader[]): () => Address[] {
  const known = new Set<string>()
  const forms = new Map<string, number>()
  return () => {
    const found = readers.flatMap(({ crawl }) => [...crawl.links].filter((link) => !known.has(link)).slice(0, mostLinks.ofReader))
    const links = [...new Set(found)].filter((link) => {
      known.add(link)
      const count = (forms.get(formOf(link)) ?? 0) + 1
      forms.set(formOf(link), count)
      return isFull || count <= mostLinks.ofForm
    })
    return links.map((link) => ({ ...plain(link), pattern: formOf(link) }))
  }
}

/**
 * The addresses that one reader reads: all of them in the full run. In the short run whoever is not thorough reads one
 * address of each pattern for each kind of thing it may be about, every reader another one.
 */
function shareOf({ list, turn, isThorough }: { list: Address[]; turn: number; isThorough: boolean }): Set<Address> {
  if (isFull || isThorough) return new Set(list)
  const groups = Map.groupBy(list, ({ pattern, value }) => `${pattern} ${value?.of}`)
  return new Set([...groups.values()].flatMap((group) => group.slice(turn % group.length).slice(0, 1)))
}

/** A link without what it is about: ids, values of its query, and the second part of its path. */
const formOf = (link: string) =>
  link
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replace(/=[^&]*/g, '=')
    .replace(/(?<=\/\w+\/)[^/?{]+/, '{name}')

/** Runs so many at a time, in order of their beginning. */
export async function inLanes<T>(list: Iterable<T>, act: (one: T) => Promise<unknown>, lanes = 6): Promise<void> {
  const rest = [...list].reverse()
  async function lane() {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await act(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
