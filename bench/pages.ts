import { answerOf, startBare } from './bare.ts'
import { costOf } from './cost.ts'
import { median, rssMb } from './measure.ts'
import { openSite, publishMany } from './site.ts'
import { atMost, ratioAtLeast, reported, type Section } from './table.ts'

const rounds = 5
const amount = 12_000
const warmUp = 30_000
const connections = 16
const headers = { 'accept-encoding': 'br', accept: 'text/html' }
const askedShare = 0.7

/** Measures warm pages for visitors without a session, beside a bare server that sends the same bytes. */
export async function pages(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  const bare = await startBare()
  try {
    const [creator = ''] = await site.people(1)
    const campaigns = await publishMany(site, creator, 40)
    const asked = [
      { name: 'home', path: '/' },
      { name: 'browse', path: '/campaigns' },
      { name: 'campaign', path: `/campaigns/${campaigns[0]?.slug}` },
      { name: 'explore', path: '/explore' },
      { name: 'targets', path: '/targets' },
      { name: 'target', path: `/targets/${await targetOf(site.origin, campaigns[0]?.slug ?? '')}` },
      { name: 'search', path: '/search?q=warehouses' },
    ]
    const answers = await Promise.all(asked.map(({ path }) => answerOf(site.origin, path, headers)))
    for (const { path, headers: sent } of answers) if (sent['content-encoding'] !== 'br') throw new Error(`${path} was not sent as brotli`)
    await bare.serve(answers)
    const both = [site, bare]
    for (const { origin, pid } of both) await costOf({ origin, pid, paths: asked.map(({ path }) => path), amount: warmUp, connections, headers })

    const costs = asked.map(() => ({ ours: [] as number[], bare: [] as number[], rates: [] as number[], bareRates: [] as number[] }))
    for (let round = 0; round < rounds; round++) {
      for (const [at, { path }] of asked.entries()) {
        const load = { paths: [path], amount, connections, headers }
        await costOf({ ...load, amount: connections, origin: site.origin, pid: site.pid })
        const ours = await costOf({ ...load, origin: site.origin, pid: site.pid })
        const theirs = await costOf({ ...load, origin: bare.origin, pid: bare.pid })
        costs[at]?.ours.push(ours.cpuMs)
        costs[at]?.bare.push(theirs.cpuMs)
        costs[at]?.rates.push(ours.rate)
        costs[at]?.bareRates.push(theirs.rate)
      }
    }
    const rows = asked.flatMap(({ name }, at) => {
      const cost = costs[at]
      if (!cost) return []
      const ratio = median(cost.ours.map((ours, round) => (cost.bare[round] ?? Number.NaN) / ours))
      const bytes = (answers[at]?.body.length ?? 0) / 1000
      const reference = { what: 'bare node:http', value: median(cost.bare) * 1000 }
      return [
        ratioAtLeast({ figure: `${name}, server CPU a request`, value: median(cost.ours) * 1000, unit: 'us', reference, ratio }, askedShare),
        reported(`${name}, answers a second (${bytes.toFixed(1)} kB each)`, median(cost.rates), '/s', {
          what: 'bare node:http',
          value: median(cost.bareRates),
        }),
      ]
    })
    const total = rounds * asked.length * amount + warmUp
    const memory = { what: 'bare node:http', value: rssMb(bare.pid) }
    rows.push(atMost(`memory after ${total.toLocaleString('en-US')} pages`, rssMb(site.pid), 'MB', 250, memory))
    return {
      notes: [
        `40 campaigns, ${connections} connections, ${warmUp} requests to warm up, ${rounds} interleaved rounds of ${amount} requests each, medians. The ratio is bare CPU divided by ours.`,
        'Ours includes rendering and compressing each page anew once a second. The generator shares the cores.',
      ],
      rows,
    }
  } finally {
    await bare.stop()
    await site.close()
  }
}

async function targetOf(origin: string, slug: string): Promise<string> {
  const { target } = await (await fetch(`${origin}/api/v1/campaigns/${slug}`)).json()
  return target.slug
}
