import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { recount } from '#main/operations/recount.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { indexStatements, putConstraintsBack, takeOff } from './load/indexes.ts'
import { pause, percentile } from './measure.ts'
import { openSite, type Site } from './site.ts'
import { atMost, reported, type Section } from './table.ts'

const supporters = 1_000_000
/** Every so many of them have an address at the domain whose pledges are invalidated. */
const suspectEvery = 10
const domain = 'crowd.test'
const joiners = 8_000
/** Connections that join meanwhile, each with a pause after an answer. */
const joining = { connections: 4, pauseMs: 50 }
const asked = { seconds: 60, p99: 250 }
const mostMs = 600_000

type Full = { site: Site; campaign: { id: string; slug: string }; moderator: string; cookies: string[] }
const Started = z.object({ id: z.uuid() })

/** Measures an invalidation of 100,000 of the 1,000,000 pledges of one campaign and its undo, while others join. */
export async function invalidation(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const [creator = '', moderator = '', ...cookies] = await site.people(2 + joiners)
    const campaign = await site.publish(creator)
    const token = decodeURIComponent(moderator.slice('holdout.session='.length)).split('.')[0]
    await site.pool.query(`update person set role = 'moderator' where id = (select person_id from auth_session where token = $1)`, [token])
    await fill(site, campaign.id)
    const full = { site, campaign, moderator, cookies }
    await joinUntil(full, pause(3_000))

    const taken = await timed(full, async () => {
      const { id } = await ask(full, '/moderation/invalidations', {
        selection: { campaignId: campaign.id, mailDomain: domain },
        reason: 'Bought addresses.',
        note: 'Pledges that no person made were removed.',
      })
      await untilState(site, id, 'done')
      return id
    })
    const after = await countOf(site, campaign.id)
    const undone = await timed(full, async () => {
      await ask(full, `/moderation/invalidations/${taken.result}/undo`, { reason: 'They were people.', note: 'Pledges removed by mistake count again.' })
      await untilState(site, taken.result, 'undone')
    })
    const differences = await recounted(site)
    const wanted = 1 + supporters + taken.joined - supporters / suspectEvery
    return {
      notes: [
        `${supporters.toLocaleString('en-US')} supporters of one campaign, of whom ${(supporters / suspectEvery).toLocaleString('en-US')} have an address at one domain. Meanwhile ${joining.connections} connections join, each ${joining.pauseMs} ms after its last answer. Seconds are from the request until the job has ended.`,
      ],
      rows: [
        atMost('invalidation', taken.seconds, 's', asked.seconds),
        atMost('joins meanwhile, p99', percentile(taken.ms, 0.99), 'ms', asked.p99),
        reported('joins meanwhile', taken.ms.length / taken.seconds, '/s'),
        atMost('undo', undone.seconds, 's', asked.seconds),
        atMost('joins meanwhile the undo, p99', percentile(undone.ms, 0.99), 'ms', asked.p99),
        {
          ...reported('supporters after the invalidation', after, ''),
          asked: `between ${wanted - joiners} and ${wanted + joiners}`,
          reached: Math.abs(after - wanted) <= joiners,
        },
        atMost('differences that a recount finds', differences, '', 0),
      ],
    }
  } finally {
    await site.close()
  }
}

/** Inserts the supporters, and makes every stored count follow them. */
async function fill({ pool, url }: Site, campaignId: string): Promise<void> {
  const client = await pool.connect()
  const tables = ['person', 'pledge']
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off`)
    const off = await takeOff(client, tables)
    await client.query(`create temp table supporter as select gen_random_uuid() as id, n from generate_series(1, ${supporters}) as n`)
    await client.query(
      `insert into person (id, email, display_name, first_name, last_name, role, created_at, counting_from)
       select id, 'p' || n || '@' || case when n % ${suspectEvery} = 0 then '${domain}' else 'people' || n % 50 || '.test' end, 'Bench P.', 'Bench', 'Person', 'member', now() - interval '40 days', now() from supporter`,
    )
    await client.query(
      `insert into pledge (campaign_id, person_id, state, is_private, created_at, counted_at, address_key)
       select $1, id, 'counted', true, at, at, encode(sha256(('mailbox ' || n)::bytea), 'hex')
       from supporter cross join lateral (select now() - (1 + n % 20) * interval '1 day') as made(at)`,
      [campaignId],
    )
    for (const table of tables) for (const statement of indexStatements(off, table)) await client.query(statement)
    await putConstraintsBack(client, off)
    await client.query('vacuum analyze')
  } finally {
    // Closes the connection, because its session settings must not reach later queries.
    client.release(true)
  }
  const store = await openStore({ url, onError: () => {} })
  await recount(store, { check: false })
  await store.close()
}

/** Does `work` while others join; returns its result and seconds, and how long each join took, in ms. */
async function timed<Result>(full: Full, work: () => Promise<Result>) {
  const since = performance.now()
  const working = work()
  const ms = await joinUntil(full, working)
  return { result: await working, seconds: (performance.now() - since) / 1_000, ms, joined: ms.length }
}

async function joinUntil({ site, campaign, cookies }: Full, end: Promise<unknown>): Promise<number[]> {
  const ms: number[] = []
  let hasEnded = false
  const ending = end.finally(() => {
    hasEnded = true
  })
  async function joinInTurn() {
    while (!hasEnded) {
      const cookie = cookies.pop()
      if (!cookie) throw new Error('Everybody has joined before the end')
      const before = performance.now()
      const response = await fetch(`${site.origin}/api/v1/campaigns/${campaign.id}/pledge`, {
        method: 'PUT',
        headers: { origin: site.origin, cookie, 'content-type': 'application/json' },
        body: '{}',
      })
      if (response.status !== 200) throw new Error(`A join was answered with ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      ms.push(performance.now() - before)
      await pause(joining.pauseMs)
    }
  }
  await Promise.all([ending, ...Array.from({ length: joining.connections }, joinInTurn)])
  return ms
}

async function ask({ site, moderator }: Full, path: string, body: object) {
  const headers = { origin: site.origin, cookie: moderator, 'content-type': 'application/json', 'idempotency-key': uuidv7() }
  const response = await fetch(`${site.origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
  return Started.parse(JSON.parse(text))
}

async function untilState({ pool }: Site, id: string, state: string): Promise<void> {
  const since = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ state: string }>('select state from invalidation where id = $1', [id])
    if (rows[0]?.state === state) return
    if (performance.now() - since > mostMs) throw new Error(`The invalidation was still ${rows[0]?.state} after ${mostMs / 1_000} s`)
    await pause(50)
  }
}

async function countOf({ pool }: Site, campaignId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select supporters::int as n from campaign_stats where campaign_id = $1', [campaignId])
  return Number(rows[0]?.n)
}

async function recounted({ url }: Site): Promise<number> {
  const store = await openStore({ url, onError: () => {} })
  try {
    const report = await recount(store, { check: true })
    if (!report.ok) console.error(report.lines.join('\n'))
    return report.ok ? 0 : report.lines.length
  } finally {
    await store.close()
  }
}
