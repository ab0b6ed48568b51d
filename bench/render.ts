import { costOf } from './cost.ts'
import { median } from './measure.ts'
import { openSite, publishMany } from './site.ts'
import { atMost, type Section, told } from './table.ts'

const rounds = 5
const amount = 400
const warmUp = 1_500
const connections = 4

/** The campaign page rendered for each request, its store included: someone signed in never gets a cached page. */
export async function render(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const [creator = '', reader = ''] = await site.people(2)
    const paths = (await publishMany(site, creator, 40)).map(({ slug }) => `/campaigns/${slug}`)
    const load = { origin: site.origin, pid: site.pid, paths, amount, connections }
    const signedIn = { cookie: reader, accept: 'text/html' }
    await costOf({ ...load, amount: warmUp, headers: signedIn })
    const rendered = []
    const cached = []
    const lone = []
    for (let round = 0; round < rounds; round++) {
      rendered.push(await costOf({ ...load, headers: signedIn }))
      cached.push(await costOf({ ...load, paths: paths.slice(0, 1), amount: 2_000, headers: { accept: 'text/html', 'accept-encoding': 'br' } }))
      lone.push(await costOf({ ...load, amount: 100, connections: 1, headers: signedIn }))
    }
    const reference = { what: 'the same page from the cache', value: median(cached.map((one) => one.cpuMs)) }
    return {
      notes: [
        `40 campaigns in turn, signed in, ${rounds} rounds of ${amount} requests on ${connections} connections, medians. The store's own CPU is not counted.`,
      ],
      rows: [
        atMost('campaign page uncached, server CPU a request', median(rendered.map((one) => one.cpuMs)), 'ms', 3, reference),
        told('answers a second', median(rendered.map((one) => one.rate)), '/s', { what: 'from the cache', value: median(cached.map((one) => one.rate)) }),
        told(`time to answer, ${connections} at once, p50`, median(rendered.map((one) => one.p50)), 'ms'),
        told(`time to answer, ${connections} at once, p99`, median(rendered.map((one) => one.p99)), 'ms'),
        told('time to answer, one at a time, p50', median(lone.map((one) => one.p50)), 'ms'),
        told('time to answer, one at a time, p99', median(lone.map((one) => one.p99)), 'ms'),
      ],
    }
  } finally {
    await site.close()
  }
}
