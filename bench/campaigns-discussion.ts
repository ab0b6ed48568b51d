import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { campaignAccess } from '#features/campaigns/server/public.ts'
import { threadsOf } from '#features/comments/server/queries.ts'
import { joinRequest } from './join.ts'
import { cpuMs, median, percentile } from './measure.ts'
import { recorded } from './queries/recorded.ts'
import { type Answered, sendAll } from './raw-client.ts'
import { openSite, type Site } from './site.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const rounds = 5
const aRound = 2_000
const warmUp = 1_000
const clients = 32
const writersInAll = 640
const readsARound = 400
const leastRate = 300
const Page = z.object({ items: z.array(z.object({ id: z.uuid(), likes: z.int(), viewer: z.object({ hasLiked: z.boolean() }) })).length(20) })

/** Measures comments posted to one campaign under concurrency, beside joins in the same rounds, and a page of threads. */
export async function campaignsDiscussion(): Promise<Pick<Section, 'notes' | 'rows'>> {
  const site = await openSite()
  try {
    // A person may write 600 times a minute, so the comments are spread over many authors.
    const [creator = '', ...people] = await site.people(1 + writersInAll + warmUp + rounds * aRound)
    const [talked, joined] = [await site.publish(creator), await site.publish(creator)]
    const writers = people.slice(0, writersInAll)
    const joiners = people.slice(writersInAll)
    const joining = (count: number) => joiners.splice(0, count).map((cookie) => joinRequest(site.origin, joined.id, cookie))
    const talking = (count: number) => Array.from({ length: count }, (_, n) => commentRequest(site.origin, talked.id, writers[n % writersInAll] ?? '', n))
    await site.pool.query('analyze')
    await all(site, joining(warmUp), 200)
    await all(site, talking(warmUp), 201)

    const measured: { joining: number; talking: number; times: number[]; cpu: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const joins = await all(site, joining(aRound), 200)
      const before = cpuMs(site.pid)
      const comments = await all(site, talking(aRound), 201)
      measured.push({ joining: joins.rate, talking: comments.rate, times: comments.times, cpu: (cpuMs(site.pid) - before) / aRound })
    }
    const { rows } = await site.pool.query('select count(*)::int as n from comment where campaign_id = $1', [talked.id])
    const posted = warmUp + rounds * aRound
    const of = (pick: (one: (typeof measured)[number]) => number) => median(measured.map(pick))
    const rate = of(({ talking }) => talking)
    return {
      notes: [
        `Comments: ${rounds} rounds of ${aRound} over HTTP on ${clients} connections, each with session, rules, Markdown, its own Idempotency-Key and its answer after the commit; in each round as many joins on the same connections. Medians.`,
        `A page of threads: 20 of ${posted}, with likes and own likes, over HTTP as a signed-in reader.`,
      ],
      rows: [
        {
          ...reported(`comments posted to one campaign by ${clients} at once`, rate, '/s', {
            what: 'joining in the same rounds',
            value: of(({ joining }) => joining),
          }),
          ratio: of(({ talking, joining }) => talking / joining),
          asked: `at least ${leastRate} /s`,
          reached: rate >= leastRate,
        },
        atMost(
          'time to post a comment, p99',
          of(({ times }) => percentile(times, 0.99)),
          'ms',
          250,
        ),
        reported(
          'server CPU a comment',
          of(({ cpu }) => cpu),
          'ms',
        ),
        {
          ...reported('comments in the store', Number(rows[0]?.n), '', { what: 'answered', value: posted }),
          asked: `both ${posted}`,
          reached: Number(rows[0]?.n) === posted,
        },
        ...(await pageOfThreads(site, { campaign: talked, readers: writers.slice(0, clients) })),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Sends all requests and throws unless each is answered with `status`. Returns requests per second and each request's time in ms. */
async function all(site: Site, requests: string[], status: number): Promise<{ rate: number; times: number[] }> {
  const began = performance.now()
  const answers: Answered[] = await sendAll({ origin: site.origin, connections: clients, requests })
  const seconds = (performance.now() - began) / 1000
  const refused = answers.find((answer) => answer.status !== status)
  if (refused) throw new Error(`Answered ${refused.status} where ${status} was expected`)
  return { rate: requests.length / seconds, times: answers.map(({ ms }) => ms) }
}

async function pageOfThreads(site: Site, { campaign, readers }: { campaign: { id: string }; readers: string[] }): Promise<Row[]> {
  const path = `/api/v1/campaigns/${campaign.id}/comments?limit=20`
  const get = (cookie: string) => `GET ${path} HTTP/1.1\r\nhost: ${new URL(site.origin).host}\r\ncookie: ${cookie}\r\n\r\n`
  const [reader = ''] = readers
  const look = async () => Page.parse(await (await fetch(`${site.origin}${path}`, { headers: { cookie: reader } })).json())
  for (const { id } of (await look()).items) {
    for (const cookie of readers) {
      await fetch(`${site.origin}/api/v1/likes/campaign_comment/${id}`, { method: 'PUT', headers: { origin: site.origin, cookie } })
    }
  }
  const { items } = await look()
  if (!items.every(({ likes, viewer }) => likes === readers.length && viewer.hasLiked)) throw new Error('The page does not hold its likes')
  await site.pool.query('analyze comment, comment_like')
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await sendAll({ origin: site.origin, connections: 1, requests: Array.from({ length: readsARound / 4 }, () => get(reader)) })
    times.push(...alone.map(({ ms }) => ms))
  }
  const { rate } = await all(
    site,
    Array.from({ length: readsARound * 2 }, (_, n) => get(readers[n % readers.length] ?? '')),
    200,
  )
  return [
    atMost('queries for a page of 20 threads', await queriesOf(site, campaign.id), '', 4),
    reported('a page of 20 threads, p50', percentile(times, 0.5), 'ms'),
    reported('a page of 20 threads, p99', percentile(times, 0.99), 'ms'),
    reported(`pages of 20 threads, ${clients} readers at once`, rate, '/s'),
  ]
}

/** Counts the queries of one request: one for the session, plus those that the product's functions send. */
async function queriesOf(site: Site, campaignId: string): Promise<number> {
  const { rows } = await site.pool.query<{ id: string }>('select author_id as id from comment limit 1')
  const viewer = { id: rows[0]?.id ?? '', name: 'B.', displayName: 'B.', avatarUrl: null, role: 'member', isCounted: true, pledgesPrivately: false } as const
  const { statements } = await recorded(site.pool, async (db) => {
    await campaignAccess(db, { id: campaignId, viewer })
    await threadsOf(db, { place: { campaignId }, viewer, mayModerate: false, urlSigner: null, limit: 20 })
  })
  return 1 + statements.length
}

/** A comment as the site sends it, with its own Idempotency-Key. */
function commentRequest(origin: string, id: string, cookie: string, n: number): string {
  const body = JSON.stringify({
    body: `I have **not** been there since last week, and number ${n} on our street has stopped too. See https://street.example/${n}`,
  })
  return [
    `POST /api/v1/campaigns/${id}/comments HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    `idempotency-key: ${randomUUID()}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
