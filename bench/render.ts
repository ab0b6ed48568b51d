import { costOf } from './cost.ts'
import { median } from './measure.ts'
import { openSite, publishMany } from './site.ts'
import { atMost, reported, type Section } from './table.ts'

const rounds = 5
const pages = 100
const warmUp = 1_500
const connections = 4
/** The server caches a page for two seconds. */
const forgottenMs = 2_100

const html = { accept: 'text/html', 'accept-encoding': 'br' }

/**
 * Measures pages rendered for each request, reads included. Each anonymous page is requested once a round, and rounds are further apart than a page
 * stays cached; people who are signed in never get a cached page.
 */
export async function render(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const [creator = '', reader = ''] = await site.people(2)
    const campaigns = (await publishMany(site, creator, pages)).map(({ slug }) => `/campaigns/${slug}`)
    const load = { origin: site.origin, pid: site.pid, amount: pages, connections }
    const signedIn = { cookie: reader, ...html }
    await costOf({ ...load, paths: campaigns, amount: warmUp, headers: signedIn })
    await costOf({ ...load, paths: browsed, amount: warmUp, headers: signedIn })
    const seen: { [what in 'campaign' | 'browse' | 'signedIn' | 'cached' | 'lone']: Awaited<ReturnType<typeof costOf>>[] } = {
      campaign: [],
      browse: [],
      signedIn: [],
      cached: [],
      lone: [],
    }
    for (let round = 0; round < rounds; round++) {
      await new Promise((resolve) => setTimeout(resolve, forgottenMs))
      seen.campaign.push(await costOf({ ...load, paths: campaigns, headers: html }))
      seen.browse.push(await costOf({ ...load, paths: browsed, headers: html }))
      seen.signedIn.push(await costOf({ ...load, paths: campaigns, headers: signedIn }))
      seen.cached.push(await costOf({ ...load, paths: campaigns.slice(0, 1), amount: 2_000, headers: html }))
      seen.lone.push(await costOf({ ...load, paths: campaigns, connections: 1, headers: signedIn }))
    }
    const middle = (what: keyof typeof seen, figure: 'cpuMs' | 'rate' | 'p50' | 'p99') => median(seen[what].map((one) => one[figure]))
    const reference = { what: 'the same page from the cache', value: middle('cached', 'cpuMs') }
    return {
      notes: [
        `${pages} campaign pages and ${pages} filtered browse pages, each once a round, ${rounds} rounds on ${connections} connections, medians. The store's own CPU is not counted, the compression of a page is.`,
      ],
      rows: [
        atMost('campaign page uncached, server CPU a request', middle('campaign', 'cpuMs'), 'ms', 3, reference),
        atMost('browse page uncached, server CPU a request', middle('browse', 'cpuMs'), 'ms', 3, reference),
        reported('campaign page for someone signed in, server CPU', middle('signedIn', 'cpuMs'), 'ms', reference),
        reported('answers a second, signed in', middle('signedIn', 'rate'), '/s', { what: 'from the cache', value: middle('cached', 'rate') }),
        reported(`time to answer, signed in, ${connections} at once, p50`, middle('signedIn', 'p50'), 'ms'),
        reported(`time to answer, signed in, ${connections} at once, p99`, middle('signedIn', 'p99'), 'ms'),
        reported('time to answer, signed in, one at a time, p50', middle('lone', 'p50'), 'ms'),
        reported('time to answer, signed in, one at a time, p99', middle('lone', 'p99'), 'ms'),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Browse pages with different addresses, so that none is answered from the cache of another. */
const browsed = ['Fair wages 0', 'Fair wages 1', 'Fair wages 2', 'Fair wages 3', 'Fair wages 4', 'Fair wages 5', 'Safe work 0', 'Safe work 1', 'Safe work 2']
  .flatMap((causes) =>
    ['', 'newest', 'most_pledged'].flatMap((sort) => ['', 'active', 'victory', 'archived'].map((status) => browsePath({ causes, status, sort }))),
  )
  .slice(0, pages)

/** Writes the address in the form that the page itself uses; any other form is redirected. */
function browsePath(filters: { [name: string]: string }): string {
  const set = Object.entries(filters).filter(([, value]) => value)
  return `/campaigns?${new URLSearchParams(set)}`
}
