import { describe, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { openChatPage } from '#tests/support/chat-page.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { request } from '#tests/support/http.ts'
import { brokerAnswers, testBroker } from '#tests/support/live-drivers.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { eventually } from '#tests/support/load.ts'
import { startOwnBroker } from '#tests/support/own-broker.ts'
import { startOwnPostgres } from '#tests/support/own-postgres.ts'
import { somePeople } from '#tests/support/people.ts'
import { aFolder, freePort, remove, spawnProduct, spawnWorker, startProduct } from '#tests/support/product.ts'
import { openRoundRobin } from '#tests/support/round-robin.ts'
import { send } from '#tests/support/visitor.ts'
import { undoAfterEach } from '../support/undo.ts'

const pages = isFull ? 200 : 60
const undo = undoAfterEach()

/** Two processes of one site behind a proxy, with a campaign in whose chat many people write. */
async function aSite({ databaseUrl, env = {} }: { databaseUrl: string; env?: Record<string, string> }) {
  const dataDir = aFolder()
  undo.push(() => remove(dataDir))
  const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
  const given = { dataDir, env: { DATABASE_URL: databaseUrl, BASE_URL: `http://127.0.0.1:${front}`, ...env } }
  const start = async (at: number) => startProduct({ ...given, port: ports[at] ?? 0 })
  const processes = await Promise.all([start(0), start(1)])
  const proxy = await openRoundRobin({ port: front, ports })
  undo.push(proxy.close, () => Promise.all(processes.map(({ kill }) => kill())))
  const people = await somePeople({ product: processes[0], count: 120, databaseUrl })
  const creator = people[0]?.cookie ?? ''
  const { body: campaign } = await send(proxy, { method: 'POST', path: '/api/v1/campaigns', cookie: creator, body: aCampaignBody() })

  let said = 0
  /** The next person sends a chat message, and retries until it is accepted. */
  async function postMessage(through: { origin: string } = proxy): Promise<string> {
    const n = said++
    const cookie = people[n % people.length]?.cookie ?? ''
    return eventually('a message is accepted', async () => {
      const call = { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/chat`, cookie, key: `said-${n}`, body: { body: `Message ${n}` } }
      // The origin header is the site's own, even when the request goes directly to one process.
      const { status, body } = await post(through.origin, call, proxy.origin).catch(() => ({ status: 0, body: { id: '' } }))
      return status >= 200 && status < 300 ? String(body.id) : null
    })
  }
  async function open(count: number) {
    const opened = Array.from({ length: count }, () => openChatPage({ origin: proxy.origin, campaignId: campaign.id }))
    undo.push(() => {
      for (const { close } of opened) close()
    })
    await eventually('all pages are open', () => opened.every(({ isOpen }) => isOpen()))
    return opened
  }
  async function renew(at: number, way: 'stop' | 'kill') {
    await processes[at]?.[way]()
    processes[at] = await start(at)
  }
  return { processes, proxy, campaignId: String(campaign.id), say: postMessage, open, renew }
}

type Post = { method: string; path: string; cookie: string; key: string; body: unknown }
async function post(to: string, { method, path, cookie, key, body }: Post, origin: string) {
  const answer = await request(to, { method, path, cookie, body, headers: { origin, 'idempotency-key': key } })
  return { status: answer.status, body: (await answer.json()) as { id?: string } }
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof aSite>>['open']>>

/** Waits until all pages show exactly the acknowledged messages. Resolves with the time in ms that the slowest page took. */
async function untilAllShow(opened: Opened, acknowledged: string[]): Promise<number> {
  const begun = performance.now()
  await eventually('every page shows every message', () => opened.every(({ shown }) => acknowledged.every((id) => shown.has(id))))
  for (const { shown, doubles } of opened) expect([shown.size, doubles]).toEqual([acknowledged.length, []])
  return performance.now() - begun
}

/** Sends messages continuously, one after the other. */
function keepPosting(postMessage: () => Promise<string>) {
  const acknowledged: string[] = []
  let done = false
  async function discussion() {
    while (!done) {
      acknowledged.push(await postMessage())
      // About ten messages a second: the test checks delivery, not throughput.
      await new Promise((resolve) => setTimeout(resolve, 80))
    }
  }
  const all = discussion()
  return {
    acknowledged,
    async stop() {
      done = true
      await all
    },
  }
}

const withBroker = await brokerAnswers()
const brokers: { name: string; env: Record<string, string> }[] = [
  { name: 'PostgreSQL', env: {} },
  ...(withBroker ? [{ name: 'Redis', env: { BROKER_URL: testBroker } }] : []),
]

const allEnds = [
  [0, 'stop'],
  [1, 'kill'],
  [0, 'kill'],
] as const

describe.each(brokers)('two processes on one database, through $name', ({ name, env }) => {
  // In the short run one broker is enough to see every kind of end.
  const isLong = isFull || name === 'PostgreSQL'
  const ends = isLong ? allEnds : allEnds.slice(1, 2)

  test(`an act in one process reaches the other, and ${pages} open pages miss and repeat nothing when ${isLong ? 'both stop and crash' : 'one crashes'}`, async () => {
    const database = await makeDatabase()
    undo.push(database.drop)
    const { processes, campaignId, say: postMessage, open, renew } = await aSite({ databaseUrl: database.url, env })
    const [one, two] = processes
    const other = await openListener(two?.origin ?? '', [`chat:${campaignId}`])
    await eventually('the stream is open', other.hasBegun)
    const [delays, acknowledged]: [number[], string[]] = [[], []]
    for (let n = 0; n < 10; n++) {
      const id = await postMessage({ origin: one?.origin ?? '' })
      const answered = performance.now()
      acknowledged.push(id)
      await eventually('the other process publishes it', () => other.events.some(({ data }) => data.said?.id === id))
      delays.push(performance.now() - answered)
    }
    other.close()
    // The promise is one second. The median is checked because a pause of the machine can delay single messages.
    if (isFull) expect(spread(delays).p50).toBeLessThan(1_000)

    const opened = await open(pages)
    const discussion = keepPosting(postMessage)
    for (const [at, way] of ends) {
      const before = discussion.acknowledged.length
      await renew(at, way)
      await eventually('messages are sent again', () => discussion.acknowledged.length > before + 5)
    }
    await discussion.stop()
    await untilAllShow(opened, [...acknowledged, ...discussion.acknowledged])
    // If the first process was ended twice and the second once, the readers of each must have reconnected.
    const comebacks = opened.reduce((sum, page) => sum + page.comebacks(), 0)
    expect(comebacks).toBeGreaterThan(isLong ? pages : 0)
    figures(`several processes through ${name}`, { pages, messages: discussion.acknowledged.length, comebacks, delayMs: spread(delays) })
  })
})

test(`after a restart of PostgreSQL, ${pages} open streams are up to date again`, async () => {
  const postgres = await startOwnPostgres()
  undo.push(postgres.remove)
  const { say: postMessage, open } = await aSite({ databaseUrl: postgres.url })
  const opened = await open(pages)
  // On a busy machine a page may have needed two attempts to connect.
  const comebacks = opened.map((page) => page.comebacks())
  const discussion = keepPosting(postMessage)
  const recoveries: number[] = []
  for (const mode of isFull ? (['fast', 'immediate'] as const) : (['immediate'] as const)) {
    const before = discussion.acknowledged.length
    await eventually('messages are sent', () => discussion.acknowledged.length > before + 5)
    await postgres.stop(mode)
    await postgres.start()
    const back = performance.now()
    const known = discussion.acknowledged.length
    await eventually('messages are sent again', () => discussion.acknowledged.length > known + 1)
    const all = discussion.acknowledged.slice(0, known + 1)
    await eventually('every page shows the message', () => opened.every(({ shown }) => all.every((id) => shown.has(id))))
    recoveries.push(performance.now() - back)
  }
  await discussion.stop()
  await untilAllShow(opened, discussion.acknowledged)
  // The streams survive the restart: no page reconnects.
  expect(opened.map((page) => page.comebacks())).toEqual(comebacks)
  figures('PostgreSQL restarted under open streams', { pages, messages: discussion.acknowledged.length, recoveryMs: spread(recoveries) })
  // The promise is five seconds on an idle machine.
  if (isFull) expect(Math.max(...recoveries)).toBeLessThan(25_000)
})

test('a worker runs the jobs of servers with JOBS=off, and stops on a signal', async () => {
  const database = await makeDatabase()
  undo.push(database.drop)
  const { proxy, processes } = await aSite({ databaseUrl: database.url, env: { JOBS: 'off' } })
  const supporters = async () => (await send(proxy, { method: 'GET', path: '/api/v1/stats' })).body
  const before = JSON.stringify(await supporters())
  const received = await openListener(proxy.origin, ['stats'])
  undo.push(received.close)
  // Each stream begins with the current value.
  await eventually('the stream is open', () => received.events.length > 0)
  const atFirst = JSON.stringify(received.events.at(-1)?.data)
  const worker = spawnWorker({ DATABASE_URL: database.url, DATA_DIR: processes[0]?.dataDir ?? '' })
  undo.push(worker.kill)
  // Only the leader computes the whole site's numbers. They must also reach streams of processes that run no jobs.
  await eventually('the campaign is counted', async () => JSON.stringify(await supporters()) !== before)
  await eventually('a stream receives it', () => JSON.stringify(received.events.at(-1)?.data) !== atFirst)
  expect(await worker.stop()).toBe(0)
})

test('a start without its broker reports that without the password, and ends', async () => {
  const database = await makeDatabase()
  const dataDir = aFolder()
  undo.push(database.drop, () => remove(dataDir))
  const env = { DATABASE_URL: database.url, BROKER_URL: `redis://somebody:a-secret-word@127.0.0.1:${await freePort()}` }
  const { exited, output } = spawnProduct({ dataDir, port: await freePort(), env })
  expect(await exited).toBe(1)
  expect(output()).toContain('the broker at BROKER_URL does not respond')
  expect(output()).not.toContain('a-secret-word')
})

test.skipIf(!withBroker)(`after the broker was stopped and started, ${pages} open streams are up to date again`, async () => {
  const broker = await startOwnBroker()
  undo.push(broker.remove)
  const database = await makeDatabase()
  undo.push(database.drop)
  const { say: postMessage, open, processes } = await aSite({ databaseUrl: database.url, env: { BROKER_URL: broker.url } })
  const opened = await open(pages)
  // On a busy machine a page may have needed two attempts to connect.
  const comebacks = opened.map((page) => page.comebacks())
  const discussion = keepPosting(postMessage)
  const recoveries: number[] = []
  for (let round = 0; round < (isFull ? 2 : 1); round++) {
    const before = discussion.acknowledged.length
    await broker.stop()
    await eventually('messages are sent without the broker', () => discussion.acknowledged.length > before + 10)
    await broker.start()
    const back = performance.now()
    const all = [...discussion.acknowledged]
    await eventually('every page shows the message', () => opened.every(({ shown }) => all.every((id) => shown.has(id))))
    recoveries.push(performance.now() - back)
  }
  await discussion.stop()
  await untilAllShow(opened, discussion.acknowledged)
  expect(opened.map((page) => page.comebacks())).toEqual(comebacks)
  for (const { output } of processes) expect(output()).not.toMatch(/unhandled|uncaught/i)
  figures('broker restarted under open streams', { pages, messages: discussion.acknowledged.length, recoveryMs: spread(recoveries) })
  // The promise is five seconds on an idle machine.
  if (isFull) expect(Math.max(...recoveries)).toBeLessThan(25_000)
})
