import { z } from 'zod'
import { joinRequest } from './join.ts'
import { theSet } from './load/sets.ts'
import { cpuMs, pause, percentile } from './measure.ts'
import { findPgbench, plainWay } from './pgbench.ts'
import { sendAll } from './raw-client.ts'
import { openSite, type Site } from './site.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const clients = 48
const lasting = { alone: 6_000, withReads: 15_000, pgbench: 4 }
const readsAJoin = 20
const asked = { joins: 1_000, p99: 250, exactWithinMs: 2_000 }
const people = { warmUp: 500, alone: 30_000, withReads: 20_000 }

const Counted = z.object({ count: z.object({ supporters: z.int() }) })
type Hot = { site: Site; id: string; slug: string; joined: number }

/**
 * Measures joins under high concurrency to the campaign with the most supporters in the large set, alone and while many more requests read its page.
 */
export async function hot(): Promise<Omit<Section, 'name' | 'failure'>> {
  const set = await theSet('large')
  const { rows } = await set.pool.query<{ id: string; slug: string; supporters: number }>(
    'select c.id, c.slug, s.supporters::int from campaign_stats s join campaign c on c.id = s.campaign_id where s.is_open order by s.supporters desc limit 1',
  )
  const [hottest] = rows
  if (!hottest) throw new Error('The set has no campaign')
  const site = await openSite(set)
  try {
    const pgbench = findPgbench()
    const plain = pgbench ? await plainWay({ pgbench, url: set.url, pool: set.pool, clients: 32 }) : null
    const cookies = await site.people(people.warmUp + people.alone + people.withReads)
    const of: Hot = { site, id: hottest.id, slug: hottest.slug, joined: hottest.supporters }
    await joinFor(of, { cookies: cookies.splice(0, people.warmUp), reads: 1, forMs: 5_000 })
    const reference = plain ? { what: 'pgbench, insert and counter', value: await plain.rate(lasting.pgbench) } : null
    plain?.end()
    const alone = await joinFor(of, { cookies: cookies.splice(0, people.alone), reads: 0, forMs: lasting.alone })
    const both = await joinFor(of, { cookies, reads: readsAJoin, forMs: lasting.withReads })
    const exact = await msUntilExact(of)
    const stored = await rowsOf(of)
    const comparedWith = (value: number) => ({ what: 'joins alone', value })
    return {
      notes: [
        `A campaign with ${hottest.supporters.toLocaleString('en-US')} supporters among 100,000, joined over HTTP on ${clients} connections by a different person each time: ${lasting.alone / 1000} s of joins alone, then ${lasting.withReads / 1000} s in which each join has ${readsAJoin} readings of the campaign's page beside it, as visitors get it.`,
        'As fast as the server answers; generator, server and store share the cores of this machine. An answer to a join comes after the commit.',
        ...(plain ? [] : ['pgbench is not on this machine, so the reference is left out.']),
      ],
      rows: [
        rateRow('joins alone', alone.joins, reference),
        atMost('joins alone, time to answer, p99', alone.p99, 'ms', asked.p99),
        rateRow(`joins with ${readsAJoin} readings each`, both.joins, comparedWith(alone.joins)),
        reported('readings beside them', both.reads, '/s'),
        atMost('joins with readings, time to answer, p99', both.p99, 'ms', asked.p99, comparedWith(alone.p99)),
        reported('readings, time to answer, p99', both.readP99, 'ms'),
        reported('server CPU, of a core', both.cpuShare, ''),
        atMost('not answered with 200', alone.refused + both.refused, '', 0),
        {
          ...reported('supporters by the API', exact.supporters, '', { what: 'rows', value: stored }),
          asked: `both ${of.joined}`,
          reached: exact.supporters === of.joined && stored === of.joined,
        },
        atMost('the page shows the exact count after the last join', exact.ms, 'ms', asked.exactWithinMs),
      ],
    }
  } finally {
    await site.close()
    await set.pool.query('drop table if exists plain_pledge, plain_stats')
  }
}

function rateRow(figure: string, value: number, reference: Row['reference']): Row {
  return {
    ...reported(figure, value, '/s', reference),
    ratio: reference && value / reference.value,
    asked: `at least ${asked.joins} /s`,
    reached: value >= asked.joins,
  }
}

/** Sends joins over all connections, with `reads` requests for the page after each join, for at most `forMs`. */
async function joinFor(of: Hot, given: { cookies: string[]; reads: number; forMs: number }) {
  const { site } = of
  const page = [`GET /campaigns/${of.slug} HTTP/1.1`, `host: ${new URL(site.origin).host}`, 'accept: text/html', 'accept-encoding: br', '', ''].join('\r\n')
  const each = 1 + given.reads
  const requests = given.cookies.flatMap((cookie) => [joinRequest(site.origin, of.id, cookie), ...Array.from({ length: given.reads }, () => page)])
  const before = { at: performance.now(), cpu: cpuMs(site.pid) }
  const answers = await sendAll({ origin: site.origin, connections: clients, requests, forMs: given.forMs })
  const seconds = (performance.now() - before.at) / 1000
  const joins = answers.filter(({ sent }) => sent % each === 0)
  const reads = answers.filter(({ sent }) => sent % each !== 0)
  const taken = joins.filter(({ status }) => status === 200)
  of.joined += taken.length
  return {
    joins: taken.length / seconds,
    reads: reads.filter(({ status }) => status === 200).length / seconds,
    p99: percentile(
      taken.map(({ ms }) => ms),
      0.99,
    ),
    readP99: percentile(
      reads.map(({ ms }) => ms),
      0.99,
    ),
    refused: answers.filter(({ status }) => status !== 200).length,
    cpuShare: (cpuMs(site.pid) - before.cpu) / 1000 / seconds,
  }
}

/** Returns the ms until the anonymous page shows the exact count, and the count that the API returns then. */
async function msUntilExact({ site, slug, joined }: Hot) {
  const since = performance.now()
  const shown = joined.toLocaleString('en-US')
  let ms = Number.NaN
  while (Number.isNaN(ms) && performance.now() - since < 10_000) {
    if ((await (await fetch(`${site.origin}/campaigns/${slug}`)).text()).includes(shown)) ms = performance.now() - since
    else await pause(20)
  }
  const { supporters } = Counted.parse(await (await fetch(`${site.origin}/api/v1/campaigns/${slug}`)).json()).count
  return { ms, supporters }
}

async function rowsOf({ site, id }: Hot): Promise<number> {
  const { rows } = await site.pool.query<{ n: number }>("select count(*)::int as n from pledge where campaign_id = $1 and state = 'counted'", [id])
  return Number(rows[0]?.n)
}
