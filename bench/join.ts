import { z } from 'zod'
import { cpuMs, median, percentile } from './measure.ts'
import { findPgbench, plainWay } from './pgbench.ts'
import { sendAll } from './raw-client.ts'
import { openSite } from './site.ts'
import { atMost, ratioAtLeast, reported, type Section } from './table.ts'

const rounds = 5
const peopleARound = 4_000
const warmUp = 2_000
const clients = 32
const pgbenchSeconds = 4
const askedRatio = 2
const Counted = z.object({ count: z.object({ supporters: z.int() }) })

/** Measures joins to one campaign over HTTP under concurrency, beside a plain pgbench transaction on the same database. */
export async function join(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const pgbench = findPgbench()
    const plain = pgbench ? await plainWay({ pgbench, url: site.url, pool: site.pool, clients }) : null
    const [creator = '', ...cookies] = await site.people(1 + warmUp + rounds * peopleARound)
    const campaign = await site.publish(creator)
    const other = await site.publish(creator)
    await site.pool.query('analyze')
    const joining = (id: string, given: string[]) =>
      sendAll({ origin: site.origin, connections: clients, requests: given.map((cookie) => joinRequest(site.origin, id, cookie)) })
    await joining(other.id, cookies.slice(0, warmUp))

    const rates = []
    const plainRates: number[] = []
    const times: number[][] = []
    const cpu = []
    for (let round = 0; round < rounds; round++) {
      const from = warmUp + round * peopleARound
      const before = { at: performance.now(), cpu: cpuMs(site.pid) }
      const answers = await joining(campaign.id, cookies.slice(from, from + peopleARound))
      rates.push(peopleARound / ((performance.now() - before.at) / 1000))
      cpu.push((cpuMs(site.pid) - before.cpu) / peopleARound)
      times.push(answers.map(({ ms }) => ms))
      const refused = answers.filter(({ status }) => status !== 200)
      if (refused.length) throw new Error(`${refused.length} were not taken (${refused[0]?.status})`)
      if (plain) plainRates.push(await plain.rate(pgbenchSeconds))
    }
    plain?.end()

    const joined = rounds * peopleARound + 1
    const { supporters } = Counted.parse(await (await fetch(`${site.origin}/api/v1/campaigns/${campaign.slug}`)).json()).count
    const { rows } = await site.pool.query("select count(*)::int as n from pledge where campaign_id = $1 and state = 'counted'", [campaign.id])
    const stored = Number(rows[0]?.n)
    const rate = median(rates)
    const ratio = plainRates.length ? median(rates.map((one, round) => one / (plainRates[round] ?? Number.NaN))) : null
    const figure = `one campaign joined by ${clients} at once`
    return {
      notes: [
        `${joined - 1} people in ${rounds} rounds over HTTP with session, rules and answer; between the rounds pgbench with ${clients} clients for ${pgbenchSeconds} s, each pledge a transaction of one insert and one counter update, without HTTP. Medians.`,
        'Generator, server and store share the cores of this machine. An answer comes after the commit.',
        ...(plain ? [] : ['pgbench is not on this machine (Debian: postgresql-contrib), so the reference is left out.']),
      ],
      rows: [
        ratio === null
          ? reported(figure, rate, '/s')
          : ratioAtLeast({ figure, value: rate, unit: '/s', reference: { what: 'pgbench, insert and counter', value: median(plainRates) }, ratio }, askedRatio),
        reported('time to answer, p50', median(times.map((one) => percentile(one, 0.5))), 'ms'),
        atMost('time to answer, p99', median(times.map((one) => percentile(one, 0.99))), 'ms', 250),
        reported('server CPU a pledge', median(cpu), 'ms'),
        {
          ...reported('supporters by the API', supporters, '', { what: 'rows', value: stored }),
          asked: `both ${joined}`,
          reached: supporters === joined && stored === joined,
        },
      ],
    }
  } finally {
    await site.close()
  }
}

/** Raw HTTP request with which one person joins one campaign. */
export function joinRequest(origin: string, id: string, cookie: string): string {
  return [
    `PUT /api/v1/campaigns/${id}/pledge HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    'content-length: 2',
    '',
    '{}',
  ].join('\r\n')
}
