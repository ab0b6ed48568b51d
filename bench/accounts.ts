import type pg from 'pg'
import { openHashing } from '#features/accounts/server/hashing.ts'
import { costOf } from './cost.ts'
import { median, pause, percentile } from './measure.ts'
import { openSite, type Site } from './site.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const rounds = 5
const reads = 1_500
const pledges = 200
const updatesEach = 5
const renders = 60
const signIns = 100
const password = 'the same passphrase for everybody'
/** PostgreSQL connections flush their statistics within one second; the benchmark waits longer than that before it reads them. */
const statisticsMs = 1_500

/** Measures the cost of an account: its session on every read, its dashboard, and many sign-ins at once. */
export async function accounts(): Promise<Omit<Section, 'name' | 'failure'>> {
  const site = await openSite()
  try {
    const rows = [...(await session(site)), ...(await dashboard(site)), ...(await manySignIns(site))]
    return {
      notes: [
        `Session: ${reads} reads of a campaign through the API, one campaign, 8 connections, ${rounds} rounds signed out and in by turns, medians; its statements are counted in the store, one at a time.`,
        `Dashboard: somebody with ${pledges} pledges, each campaign with ${updatesEach} updates, one request at a time, ${renders} a round.`,
        `Sign-ins: ${signIns} people send their passwords at once while visitors read the start page over 4 connections; the reference is the same time without. This program asks on the same machine.`,
      ],
      rows,
    }
  } finally {
    await site.close()
  }
}

async function session(site: Site): Promise<Row[]> {
  const [creator = '', reader = ''] = await site.people(2)
  const { slug } = await site.publish(creator)
  const load = { origin: site.origin, pid: site.pid, paths: [`/api/v1/campaigns/${slug}`], amount: reads, connections: 8 }
  const as = { out: {}, in: { cookie: reader } }
  for (const headers of [as.out, as.in]) await costOf({ ...load, headers })
  const cpu: { out: number[]; in: number[] } = { out: [], in: [] }
  for (let round = 0; round < rounds; round++) {
    for (const who of ['out', 'in'] as const) cpu[who].push((await costOf({ ...load, headers: as[who] })).cpuMs)
  }
  const [signedOut, signedIn] = [median(cpu.out), median(cpu.in)]
  const one = { ...load, amount: 500, connections: 1 }
  // The counter includes the server's background statements, so the minimum of several rounds is used.
  const statements = { out: Number.POSITIVE_INFINITY, in: Number.POSITIVE_INFINITY }
  for (let round = 0; round < rounds; round++) {
    for (const who of ['out', 'in'] as const) {
      const before = await commits(site.pool)
      await costOf({ ...one, headers: as[who] })
      statements[who] = Math.min(statements[who], ((await commits(site.pool)) - before) / one.amount)
    }
  }
  const added = Math.round((statements.in - statements.out) * 10) / 10
  return [
    atMost('statements that a session adds to an API read', added, '', 1),
    atMost('CPU of an API read signed in, times that signed out', signedIn / signedOut, '', 1.5),
    reported('API read signed in, server CPU', signedIn, 'ms', { what: 'signed out', value: signedOut }),
  ]
}

/** Returns the number of committed transactions. A statement outside a transaction commits on its own and counts as one. */
async function commits(pool: pg.Pool): Promise<number> {
  await pause(statisticsMs)
  const { rows } = await pool.query('select xact_commit::int as n from pg_stat_database where datname = current_database()')
  return Number(rows[0]?.n)
}

async function dashboard(site: Site): Promise<Row[]> {
  const [creator = '', person = ''] = await site.people(2)
  const { id } = (await (await fetch(`${site.origin}/api/v1/me`, { headers: { cookie: person } })).json()) as { id: string }
  const made = []
  for (let n = 0; n < pledges; n++) made.push(await site.publish(creator, { actions: ['Don’t order from them', 'Tell two friends why'] }))
  const ids = made.map((campaign) => campaign.id)
  await site.pool.query(
    `insert into pledge (campaign_id, person_id, state, is_private, created_at, counted_at)
     select id, $2, 'counted', false, now() - n * interval '1 day', now() - n * interval '1 day' from unnest($1::uuid[]) with ordinality as c(id, n)`,
    [ids, id],
  )
  await site.pool.query(
    `insert into campaign_update (id, campaign_id, creator_id, title, body, body_html, created_at)
     select gen_random_uuid(), c.id, c.creator_id, 'Week ' || n, 'News.', '<p>News.</p>', now() - n * interval '1 week'
     from campaign c cross join generate_series(1, ${updatesEach}) n where c.id = any($1::uuid[])`,
    [ids],
  )
  await site.pool.query('analyze pledge, campaign_update, campaign')
  const page = (path: string) => timesOf({ count: renders, ask: () => fetched(`${site.origin}${path}`, { cookie: person, accept: 'text/html' }) })
  const campaign = `/campaigns/${made[0]?.slug}`
  for (const path of ['/dashboard', campaign]) await page(path)
  const times: { own: number[]; campaign: number[] } = { own: [], campaign: [] }
  for (let round = 0; round < rounds; round++) {
    times.own.push(...(await page('/dashboard')))
    times.campaign.push(...(await page(campaign)))
  }
  const comparedWith = (share: number) => ({ what: 'a campaign page, signed in', value: percentile(times.campaign, share) })
  return [
    atMost(`dashboard with ${pledges} pledges, time to answer, p50`, percentile(times.own, 0.5), 'ms', 25, comparedWith(0.5)),
    reported(`dashboard with ${pledges} pledges, time to answer, p99`, percentile(times.own, 0.99), 'ms', comparedWith(0.99)),
  ]
}

async function manySignIns(site: Site): Promise<Row[]> {
  const hash = await openHashing().hash(password)
  await site.people(signIns * rounds)
  const { rows: people } = await site.pool.query<{ email: string }>(
    `with asked as (select id, email from person order by created_at desc limit $1), given as (
       insert into auth_account (id, person_id, provider_id, account_id, password) select gen_random_uuid(), id, 'credential', id, $2 from asked)
     select email from asked`,
    [signIns * rounds, hash],
  )
  const headers = { origin: site.origin, 'content-type': 'application/json' }
  const signIn = async ({ email }: { email: string }) => {
    const response = await fetch(`${site.origin}/api/auth/sign-in/email`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
    await response.arrayBuffer()
    return response.status
  }
  await pagesUntil(site.origin, pause(2_000))
  const p99s: { calm: number[]; busy: number[] } = { calm: [], busy: [] }
  const lasted: number[] = []
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    const answered = Promise.all(people.slice(round * signIns, (round + 1) * signIns).map(signIn))
    p99s.busy.push(percentile(await pagesUntil(site.origin, answered), 0.99))
    lasted.push(performance.now() - before)
    refused += (await answered).filter((status) => status !== 200).length
    p99s.calm.push(percentile(await pagesUntil(site.origin, pause(lasted.at(-1) ?? 0)), 0.99))
  }
  const [calm, busy] = [median(p99s.calm), median(p99s.busy)]
  return [
    atMost(`p99 of anonymous pages during ${signIns} sign-ins at once, times that without`, busy / calm, '', 3),
    reported('p99 of anonymous pages meanwhile', busy, 'ms', { what: 'without sign-ins', value: calm }),
    reported(`${signIns} sign-ins at once, until the last is answered`, median(lasted) / 1_000, 's'),
    reported(`of ${signIns * rounds} sign-ins refused`, refused, ''),
  ]
}

/** Returns load times of the start page in ms, requested over 4 connections until `end` settles. */
async function pagesUntil(origin: string, end: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const stop = () => {
    isOver = true
  }
  end.then(stop, stop)
  const times: number[] = []
  async function visitor() {
    while (!isOver) {
      times.push(...(await timesOf({ count: 1, ask: () => fetched(origin, { accept: 'text/html' }) })))
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: 4 }, visitor))
  return times
}

async function timesOf({ count, ask }: { count: number; ask: () => Promise<void> }): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const before = performance.now()
    await ask()
    times.push(performance.now() - before)
  }
  return times
}

async function fetched(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
}
