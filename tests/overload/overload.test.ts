import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { somePeople } from '#tests/support/people.ts'
import { aFolder, freePort, inheritedEnv, type Product, remove, startProduct } from '#tests/support/product.ts'
import { send } from '#tests/support/visitor.ts'
import { arrivalsOf, cpuShare, type Outcomes, openLoop, type Phase } from '../../bench/open-loop.ts'

/** Each of these people joins each campaign once, which is more simultaneous joins than a process accepts. */
const [people, campaigns] = [25, 60]
const seconds = { overload: 5, joinsAfter: 4, calm: 8 }
const rates = [60, 120, 240, 480, 960]
/** Long enough that every request gets its response, even on a slow machine. */
const patienceMs = 60_000
const folders: string[] = []
afterAll(() => folders.forEach(remove))

test('five times the possible load is served or refused quickly, damages nothing, and ends when the load ends', async () => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = await makeDatabase()
  const product = await startProduct({ dataDir, env: { DATABASE_URL: database.url } })
  const place = { product, databaseUrl: database.url }
  // The creator publishes more than one person otherwise may.
  const persons = [...(await somePeople({ ...place, count: 1, role: 'moderator' })), ...(await somePeople({ ...place, count: people - 1 }))]
  const load = await loadOn(
    product,
    persons.map(({ cookie }) => cookie),
  )

  await load.run({ phases: [{ rate: 50, seconds: 3 }] })
  const peak = await peakOf(load)
  const watched = watch(product.origin)
  const phases = [
    { rate: 5 * peak.rate, seconds: seconds.overload },
    { rate: peak.rate / 5, seconds: seconds.calm },
  ]
  const { due, outcomes, joins } = await load.run({ phases, joinAt: seconds.joinsAfter * 1000 })
  const seen = await watched.end()

  const numbers = [...due.keys()]
  const during = numbers.filter((n) => (due[n] ?? 0) < seconds.joinsAfter * 1000)
  const later = numbers.filter((n) => (due[n] ?? 0) > (seconds.overload + 5) * 1000)
  const refused = during.filter((n) => outcomes.status[n] === 503)
  const goodput = during.filter((n) => isGood(outcomes, n)).length / seconds.joinsAfter
  // The better of the shares by elapsed time and by the CPU time of the server, so that other work on this machine is not mistaken for overload.
  const share = Math.max(goodput / peak.rate, goodput / cpuShare(outcomes, [0, seconds.joinsAfter * 1000]) / peak.forCpu)
  figures('overload', { peak: peak.rate, goodput, share, refused: refused.length, refusedMs: spread(refused.map((n) => outcomes.ms[n] ?? 0)) })

  // Every request gets a response, and every refusal contains Retry-After.
  expect(new Set(numbers.map((n) => outcomes.status[n]))).toEqual(new Set([200, 503]))
  // Proves that there was an overload, even if the machine had other work while the peak was measured.
  expect(refused.length).toBeGreaterThan(isFull ? during.length / 10 : 0)
  expect(refused.filter((n) => (outcomes.retryAfter[n] ?? 0) < 1)).toEqual([])
  const bodies = Object.groupBy(outcomes.refusals.keys(), (body) => (body.startsWith('<!doctype html>') ? 'pages' : 'others'))
  expect(bodies.others?.map((body) => JSON.parse(body))).toEqual([{ code: 'OVERLOADED', message: expect.any(String), status: 503, data: null }])
  for (const page of bodies.pages ?? []) expect(page).toContain('<h1>One moment</h1>')
  // The benchmark measures the share of the peak that remains; this test only checks that the server did not collapse.
  if (isFull) expect(share).toBeGreaterThan(0.05)
  // Health checks stay correct, and a visitor still gets a page that many people read.
  expect(seen).toEqual({ '/healthz': new Set([200]), '/readyz': new Set([200]), '/': new Set([200]) })
  // Requests are served again, most of them on an idle machine. Response times are not checked, because the machine may pause.
  expect(later.filter((n) => outcomes.status[n] === 200).length).toBeGreaterThan(isFull ? later.length / 2 : 0)

  const reported = { joined: new Set<string>(), refused: new Set<string>() }
  for (const [n, key] of joins) reported[outcomes.status[n] === 200 ? 'joined' : 'refused'].add(key)
  expect(await pledged(product, load.pairs)).toEqual(reported.joined)
  expect(reported.joined.size + reported.refused.size).toBe(joins.size)
  expect(reported.refused.size).toBeGreaterThan(0)

  // The product also stops in the regular way while it is overloaded.
  const last = load.run({ phases: [{ rate: 5 * peak.rate, seconds: 10 }] })
  // Sent as one of the people who cause the overload, so that it is refused; a visitor would have a share of their own.
  const cookie = persons[0]?.cookie ?? ''
  await until(() => fetch(`${product.origin}/api/v1/stats`, { headers: { cookie } }).then(({ status }) => status === 503))
  expect(await product.stop()).toBe(0)
  await last
  await database.drop()
})

test('one address that sends as much as it can leaves signed-in people their share', async () => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = await makeDatabase()
  const product = await startProduct({ dataDir, env: { DATABASE_URL: database.url } })
  const [person] = await somePeople({ product, count: 1, databaseUrl: database.url })
  const headers = { cookie: person?.cookie ?? '', accept: 'text/html' }
  let isOver = false
  let flood = { asked: 0, refused: 0 }
  async function connectionOfFlood(line: number) {
    for (let n = 0; !isOver; n++) {
      const { status } = await fetch(`${product.origin}/search?q=${line}x${n}`).then(async (response) => ({
        status: response.status,
        text: await response.text(),
      }))
      flood = { asked: flood.asked + 1, refused: flood.refused + Number(status === 503) }
    }
  }
  const flooding = Promise.all(Array.from({ length: 32 }, (_, line) => connectionOfFlood(line)))
  // Waits until bursts are no longer accepted: from then on the queue is limited by the recent throughput.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const statuses: number[] = []
  for (let n = 0; n < 50; n++) {
    const response = await fetch(`${product.origin}/dashboard`, { headers })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  isOver = true
  await flooding
  const refused = statuses.filter((status) => status === 503).length
  figures('one address', { flood, dashboards: statuses.length, refused })
  expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200]))
  // An earlier version refused 37 of 52. A machine that pauses for a second refuses the requests of that second, regardless of their sender.
  expect(refused).toBeLessThan(isFull ? statuses.length / 2 : statuses.length)
  expect(await product.stop()).toBe(0)
  await database.drop()
})

test('connections above the system’s limit are refused with a response, and accepted again after others have closed', async () => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const port = await freePort()
  const product = await startedWith({ openFiles: 1_000, dataDir, port })
  const lines: Socket[] = []
  for (let n = 0; n < 520; n++) lines.push(await opened(port))

  const [refused] = await answersOn(lines.slice(-1), '/campaigns')
  expect(refused).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: \d[\s\S]*\r\nconnection: close\r\n[\s\S]*"code":"OVERLOADED"/i)
  const [page] = await answersOn(lines.slice(-2, -1), '/campaigns', 'accept: text/html\r\n')
  expect(page).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\ncontent-type: text\/html[\s\S]*<meta http-equiv="refresh" content="\d">[\s\S]*<h1>One moment<\/h1>/i)
  expect(await answersOn([lines[0] ?? (await opened(port)), await opened(port)], '/healthz')).toEqual(Array(2).fill(expect.stringContaining(' 200 OK')))
  for (const line of lines.splice(0, 100)) line.destroy()
  await until(async () => (await answersOn([await opened(port)], '/campaigns'))[0]?.startsWith('HTTP/1.1 200') ?? false)
  for (const line of lines) line.destroy()
  product.kill('SIGTERM')
  expect(await product.exited).toBe(0)
})

/** Starts the built product with a limit on open files and connections. */
async function startedWith(given: { openFiles: number; dataDir: string; port: number }) {
  const env = { ...inheritedEnv(), NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'warn', DATA_DIR: given.dataDir, PORT: String(given.port) }
  const child = spawn('sh', ['-c', `ulimit -n ${given.openFiles}; exec "$0" dist/server/web.js`, process.execPath], { env, stdio: 'ignore' })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  await until(() =>
    fetch(`http://127.0.0.1:${given.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), exited }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })
}

/** The first chunk of each response. */
function answersOn(lines: Socket[], path: string, header = ''): Promise<string[]> {
  return Promise.all(
    lines.map(
      (line) =>
        new Promise<string>((resolve, reject) => {
          line.once('data', (chunk) => resolve(chunk.toString('latin1'))).once('error', reject)
          line.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n`)
        }),
    ),
  )
}

type Load = Awaited<ReturnType<typeof loadOn>>
type Pair = { key: string; campaign: string; cookie: string }

/** Pages, reads and joins of people who are signed in. Each pair of person and campaign joins at most once. */
async function loadOn(product: Product, cookies: string[]) {
  const made: { id: string; slug: string }[] = []
  const [creator = ''] = cookies
  for (let n = 0; n < campaigns; n++)
    made.push((await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie: creator, body: aCampaignBody() })).body)
  const pairs: Pair[] = made.flatMap(({ id }) => cookies.slice(1).map((cookie) => ({ key: `${id} ${cookie}`, campaign: id, cookie })))
  const host = `host: ${new URL(product.origin).host}`
  const get = (path: string, cookie: string) => [`GET ${path} HTTP/1.1`, host, 'accept: text/html', `cookie: ${cookie}`, '', ''].join('\r\n')
  const join = ({ campaign, cookie }: Pair) =>
    [
      `PUT /api/v1/campaigns/${campaign}/pledge HTTP/1.1`,
      ...[host, `origin: ${product.origin}`, `cookie: ${cookie}`, 'content-type: application/json', 'content-length: 2', '', '{}'],
    ].join('\r\n')

  return {
    pairs,
    /** Sends pages and reads at the rates of `phases`, and all possible joins `joinAt` ms after the beginning. */
    async run({ phases, joinAt }: { phases: Phase[]; joinAt?: number }) {
      const calls = Array.from(arrivalsOf(phases), (at, n) => {
        const [campaign, cookie = ''] = [made[n % made.length], cookies[n % cookies.length]]
        return { at, request: get(n % 3 ? `/campaigns/${campaign?.slug}` : `/api/v1/campaigns/${campaign?.id}`, cookie), joins: null }
      })
      const joining = joinAt === undefined ? [] : pairs.map((pair) => ({ at: joinAt, request: join(pair), joins: pair.key }))
      const all = [...calls, ...joining].sort((a, b) => a.at - b.at)
      const due = Float64Array.from(all, ({ at }) => at)
      const joins = new Map(all.flatMap(({ joins }, n) => (joins === null ? [] : [[n, joins] as const])))
      const requests = all.map(({ request }) => request)
      return {
        due,
        joins,
        outcomes: await openLoop({ origin: product.origin, pid: product.process.pid ?? 0, due, requests, patienceMs, readyConnections: joining.length }),
      }
    },
  }
}

/** The highest rate that is served in time, found by raising the rate until half of it is missed. */
async function peakOf(load: Load): Promise<{ rate: number; forCpu: number }> {
  let peak = { rate: 0, forCpu: 0 }
  for (const rate of rates) {
    let best = 0
    // Tries again, because a result is too low if the machine paused.
    for (let tries = 0; tries < 3 && best < rate / 2; tries++) {
      const { due, outcomes } = await load.run({ phases: [{ rate, seconds: 1 }] })
      const good = [...due.keys()].filter((n) => isGood(outcomes, n)).length
      best = Math.max(best, good)
      if (good > peak.rate) peak = { rate: good, forCpu: good / cpuShare(outcomes, [0, 1_000]) }
    }
    if (best < rate / 2) break
  }
  return peak
}

const isGood = (outcomes: Outcomes, n: number) => outcomes.status[n] === 200 && (outcomes.ms[n] ?? 0) <= 1_000

/** Requests the addresses that must be answered during the overload, ten times a second. */
function watch(origin: string) {
  const seen: Record<string, Set<number>> = { '/healthz': new Set(), '/readyz': new Set(), '/': new Set() }
  let ended = false
  let [asked, refused] = [0, 0]
  async function ask(path: string) {
    let before = 200
    while (!ended) {
      const { status } = await fetch(origin + path)
      // A process that paused for a second refuses the requests of that second, so only a repeated status counts.
      asked++
      refused += Number(status !== 200)
      if (status === 200 || status === before) seen[path]?.add(status)
      before = status
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const checking = Promise.all(Object.keys(seen).map(ask))
  return {
    async end() {
      ended = true
      await checking
      if (isFull) expect(refused).toBeLessThanOrEqual(asked / 10)
      return seen
    },
  }
}

/** The pairs with a pledge, as the API shows it to the person. */
async function pledged(product: Product, pairs: Pair[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let from = 0; from < pairs.length; from += 20) {
    await Promise.all(
      pairs.slice(from, from + 20).map(async ({ key, campaign, cookie }) => {
        const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign}`, cookie })
        if (body.viewer.pledge) found.add(key)
      }),
    )
  }
  return found
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await look())) {
    if (Date.now() > end) throw new Error('It did not happen within a minute')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
