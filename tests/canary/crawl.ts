import { isFull } from '#tests/support/figures.ts'
import { seed } from '#tests/support/seed.ts'
import { type Address, plain } from './addresses.ts'
import type { Crawl } from './crawler.ts'

/** How much of `/api/v1` a reader reads in the short run: all of it, or half of the sample. */
export type Reader = { crawl: Crawl; reads: 'all' | 'sample' }

/** Chooses the halves of a short run. A run with an even seed and one with an odd seed together read everything. */
const half = seed % 2

/**
 * Reads each address as all readers, one after the other, so that a response cached for one reader would be served to the next. Then follows
 * newly found links, three times.
 */
export async function crawlTogether(readers: Reader[], addresses: Address[]): Promise<void> {
  const newLinks = openLinks(readers)
  for (let round = 0, list = addresses; round <= 3; round++, list = newLinks()) {
    const shares = readers.map(({ crawl, reads }, turn) => ({ crawl, share: shareOf({ list, turn, reads, readers: readers.length }) }))
    await inLanes(list, async (address) => {
      for (const { crawl, share } of shares) if (share.has(address)) await crawl.read(address)
    })
  }
}

/** Maximum number of links: per reader and round, and in the short run also per link form. */
const mostLinks = { ofReader: 400, ofForm: 5 }

/** The returned function returns the links that were found since its previous call. */
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

type Sharing = { list: Address[]; turn: number; readers: number; reads: Reader['reads'] }

/**
 * The addresses that one reader reads. Full run: all of them. Short run: two read all of `/api/v1`, because pages are made from
 * its responses; of everything else, each reads one address per pattern and kind of thing, a different one for each reader. `/rpc` has
 * the same procedures as the API, so one reader per address is enough.
 */
function shareOf({ list, turn, readers, reads }: Sharing): Set<Address> {
  if (isFull) return new Set(list)
  const { own = [], api = [], other = [] } = Object.groupBy(list, endpointOf)
  const isHalved = reads === 'sample'
  return new Set([
    ...own.filter((_, at) => at % readers === turn),
    ...(reads === 'all' ? api : sampleOf(api, { turn, isHalved })),
    ...sampleOf(other, { turn, isHalved }),
  ])
}

/** One address per pattern and kind of thing. `isHalved`: only of half of the kinds, at least one of each pattern. */
function sampleOf(list: Address[], { turn, isHalved = false }: { turn: number; isHalved?: boolean }): Address[] {
  const patterns = Map.groupBy(list, ({ pattern }) => pattern)
  return [...patterns.values()].flatMap((ofPattern) => {
    const kinds = [...Map.groupBy(ofPattern, ({ value }) => value?.of).values()]
    const chosen = isHalved ? kinds.filter((_, at) => kinds.length === 1 || (at + turn) % 2 === half) : kinds
    return chosen.flatMap((group) => group.slice(turn % group.length).slice(0, 1))
  })
}

function endpointOf({ value, request }: Address): 'own' | 'api' | 'other' {
  const { path } = request(value?.value ?? '')
  if (path.startsWith('/rpc/')) return 'own'
  return path.startsWith('/api/v1/') ? 'api' : 'other'
}

/** The link with ids, query values and the second path segment replaced, so that links to similar things have the same form. */
const formOf = (link: string) =>
  link
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replace(/=[^&]*/g, '=')
    .replace(/(?<=\/\w+\/)[^/?{]+/, '{name}')

/** Runs `act` on every item, at most `lanes` at a time, and starts them in the order of the list. */
export async function inLanes<T>(list: Iterable<T>, act: (one: T) => Promise<unknown>, lanes = 6): Promise<void> {
  const rest = [...list].reverse()
  async function lane() {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await act(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
