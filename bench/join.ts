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
const askedRatios = { fresh: 1.5, old: 1.2 }
const Counted = z.object({ count: z.object({ supporters: z.int() }) })

type Run = { rates: number[]; plainRates: number[]; times: number[][]; cpu: number[] }

/** Measures joins to one campaign over HTTP under concurrency, beside a plain pgbench transaction on the same database. */
export async function join(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const pgbench = findPgbench()
    const plain = pgbench ? await plainWay({ pgbench, url: site.url, pool: site.pool, clients }) : null
    const [creator = '', ...cookies] = await site.people(1 + warmUp + rounds * peopleARound)
    const [other, young, grown] = [await site.publish(creator), await site.publish(creator), await site.publish(creator)]
    for (const table of ['pledge', 'join_signal', 'pledge_log', 'campaign_stats', 'campaign_day'])
      await site.pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await site.pool.query('analyze')
    const joining = (id: string, given: string[]) =>
      sendAll({ origin: site.origin, connections: clients, requests: given.map((cookie) => joinRequest(site.origin, id, cookie)) })
    await joining(other.id, cookies.slice(0, warmUp))

    async function run(id: string, { isFresh }: { isFresh: boolean }): Promise<Run> {
      const done: Run = { rates: [], plainRates: [], times: [], cpu: [] }
      for (let round = 0; round < rounds; round++) {
        if (isFresh) await site.pool.query('analyze')
        const from = warmUp + round * peopleARound
        const before = { at: performance.now(), cpu: cpuMs(site.pid) }
        const answers = await joining(id, cookies.slice(from, from + peopleARound))
        done.rates.push(peopleARound / ((performance.now() - before.at) / 1000))
        done.cpu.push((cpuMs(site.pid) - before.cpu) / peopleARound)
        done.times.push(answers.map(({ ms }) => ms))
        const refused = answers.filter(({ status }) => status !== 200)
        if (refused.length) throw new Error(`${refused.length} were not taken (${refused[0]?.status})`)
        if (plain) done.plainRates.push(await plain.rate(pgbenchSeconds))
      }
      return done
    }
    const old = await run(young.id, { isFresh: false })
    const fresh = await run(grown.id, { isFresh: true })
    plain?.end()

    const joined = rounds * peopleARound + 1
    const supportersOf = async ({ slug }: { slug: string }) =>
      Counted.parse(await (await fetch(`${site.origin}/api/v1/campaigns/${slug}`)).json()).count.supporters
    const supporters = [await supportersOf(young), await supportersOf(grown)] as const
    const { rows } = await site.pool.query("select count(*)::int as n from pledge where campaign_id = any($1) and state = 'counted'", [[young.id, grown.id]])
    const stored = Number(rows[0]?.n)
    const rowsOf = (name: string, { rates, plainRates, times, cpu }: Run, asked: number) => {
      const [figure, rate] = [`one campaign joined by ${clients} at once, statistics ${name}`, median(rates)]
      const ratio = plainRates.length ? median(rates.map((one, round) => one / (plainRates[round] ?? Number.NaN))) : null
      return [
        ratio === null
          ? reported(figure, rate, '/s')
          : ratioAtLeast({ figure, value: rate, unit: '/s', reference: { what: 'pgbench, insert and counter', value: median(plainRates) }, ratio }, asked),
        reported(`last round, statistics ${name}`, rates.at(-1) ?? 0, '/s', { what: 'first round', value: rates[0] ?? 0 }),
        reported(`time to answer, p50, statistics ${name}`, median(times.map((one) => percentile(one, 0.5))), 'ms'),
        atMost(`time to answer, p99, statistics ${name}`, median(times.map((one) => percentile(one, 0.99))), 'ms', 250),
        reported(`server CPU a pledge, statistics ${name}`, median(cpu), 'ms'),
      ]
    }
    return {
      notes: [
        `${joined - 1} people in ${rounds} rounds over HTTP with session, rules and answer; between the rounds pgbench with ${clients} clients for ${pgbenchSeconds} s, each pledge a transaction of one insert and one counter update, without HTTP. Medians.`,
        'Twice, each time in a new campaign: with the statistics of a site without pledges and autovacuum off, then with an ANALYZE before each round.',
        'Generator, server and store share the cores of this machine. An answer comes after the commit.',
        ...(plain ? [] : ['pgbench is not on this machine (Debian: postgresql-contrib), so the reference is left out.']),
      ],
      rows: [
        ...rowsOf('fresh', fresh, askedRatios.fresh),
        ...rowsOf('old', old, askedRatios.old),
        {
          ...reported('supporters by the API, both campaigns', supporters[0] + supporters[1], '', { what: 'rows', value: stored }),
          asked: `both ${2 * joined}`,
          reached: supporters.every((each) => each === joined) && stored === 2 * joined,
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
