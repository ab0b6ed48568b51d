import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listenOnFreePort } from '#tests/support/http-servers.ts'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { until } from '#tests/support/site.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import type { Snapshot } from './guard.ts'
import { openLiveHub } from './hub.ts'
import { serveStream } from './stream.ts'
import { topicsOf } from './topics.ts'

const topic = 'community:01900000-0000-7000-8000-000000000000'
const inside = 'post:01900000-0000-7000-8000-000000000001'
const elsewhere = 'community:01900000-0000-7000-8000-000000000002'
const personId = '01900000-0000-7000-8000-000000000003'
const undo = undoAfterEach()

type CheckAccess = (asked: string[]) => Promise<Snapshot>

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  /** A process with streams of one person, whose access is the result of `look`. */
  async function aProcess(look: CheckAccess) {
    const hub = await openLiveHub(ways.open())
    const server = createServer((request, response) => {
      const topics = topicsOf(request.url ?? '') ?? []
      serveStream({ request, response, personId, hub, topics, headers: {}, snapshot: look, onEnd: () => {} })
    })
    const origin = `http://127.0.0.1:${await listenOnFreePort(server)}`
    undo.push(async () => {
      await closeServer(server)
      await hub.close()
    })
    return { hub, origin }
  }

  const open: CheckAccess = async (asked) => ({ events: asked.map((each) => ({ topic: each, data: { n: 0 } })), closed: [] })
  const shut: CheckAccess = async (asked) => ({ events: [], closed: asked })
  const numbersOf = (events: { topic: string; data: any }[], of: string) => events.flatMap((event) => (event.topic === of ? [event.data.n] : []))

  /** A process whose access checks are counted. */
  async function aCountedProcess() {
    let looks = 0
    const made = await aProcess((asked) => {
      looks++
      return open(asked)
    })
    return { ...made, looks: () => looks }
  }

  test('after a change of access no event is sent in any process', async () => {
    let look = open
    const first = await aProcess((asked) => look(asked))
    const processes = [first, await aProcess((asked) => look(asked))]
    const streams = await Promise.all(processes.map(({ origin }) => openListener(origin, [topic, inside, elsewhere])))
    await until(() => streams.every(({ hasBegun, events }) => hasBegun() && events.length === 3))
    look = async (asked) => ({ ...(await open(asked.filter((each) => each === elsewhere))), closed: asked.filter((each) => each !== elsewhere) })
    const changedAt = performance.now()
    first.hub.access.changed({ topic, personId })
    for (const about of [topic, inside, elsewhere]) first.hub.announce({ topic: about, data: { n: 1 } })
    await until(() => streams.every(({ events }) => numbersOf(events, elsewhere).includes(1)))
    // A loaded machine may stall for seconds.
    expect(performance.now() - changedAt).toBeLessThan(10_000)
    for (const { events } of streams) expect([topic, inside, elsewhere].map((each) => numbersOf(events, each))).toEqual([[0], [0], [0, 1]])
    for (const { close } of streams) close()
  })

  test('a change for another person causes no check, and a change for everybody makes all streams check', async () => {
    const { hub, origin, looks } = await aCountedProcess()
    const stream = await openListener(origin, [topic])
    await until(() => stream.events.length === 1)
    hub.access.changed({ topic, personId: '01900000-0000-7000-8000-000000000009' })
    hub.access.changed({ topic: elsewhere })
    hub.announce({ topic, data: { n: 1 } })
    await until(() => numbersOf(stream.events, topic).includes(1))
    expect(looks()).toBe(1)
    hub.access.changed({ topic })
    await until(() => looks() > 1 && stream.events.length > 2)
    stream.close()
  })

  test('a check that finds the data that was sent last sends nothing', async () => {
    const { hub, origin, looks } = await aCountedProcess()
    const stream = await openListener(origin, [topic])
    await until(() => stream.events.length === 1)
    hub.access.changed({ topic })
    await until(() => looks() === 2)
    hub.announce({ topic, data: { n: 1 } })
    await until(() => numbersOf(stream.events, topic).includes(1))
    expect(numbersOf(stream.events, topic)).toEqual([0, 1])
    stream.close()
  })

  test('while access cannot be checked nothing is sent, and the current state is sent afterwards', async () => {
    let look: CheckAccess = open
    let failures = 0
    const { hub, origin } = await aProcess((asked) => look(asked))
    const stream = await openListener(origin, [topic, 'stats'])
    await until(() => stream.events.length === 2)
    look = async () => {
      failures++
      throw new Error('the store is away')
    }
    hub.access.changed({ topic, personId })
    hub.announce({ topic, data: { n: 1 } })
    hub.announce({ topic: 'stats', data: { n: 1 } })
    await until(() => failures >= 2 && numbersOf(stream.events, 'stats').includes(1))
    expect(numbersOf(stream.events, topic)).toEqual([0])
    look = async (asked) => ({ events: asked.map((each) => ({ topic: each, data: { n: 2 } })), closed: [] })
    await until(() => numbersOf(stream.events, topic).length > 1)
    expect(numbersOf(stream.events, topic)).toEqual([0, 2])
    expect(stream.hasEnded()).toBe(false)
    stream.close()
  })

  test('a stream that is opened while the database is unavailable sends no guarded event until access has been checked', async () => {
    let look: CheckAccess = async () => {
      throw new Error('the store is away')
    }
    const { hub, origin } = await aProcess((asked) => look(asked))
    const stream = await openListener(origin, [topic, 'stats'])
    await until(stream.hasBegun)
    hub.announce({ topic, data: { n: 1 } })
    hub.announce({ topic: 'stats', data: { n: 1 } })
    await until(() => numbersOf(stream.events, 'stats').includes(1))
    expect(numbersOf(stream.events, topic)).toEqual([])
    look = open
    await until(() => numbersOf(stream.events, topic).length > 0)
    stream.close()
  })

  test('a check that began before another change is ignored', async () => {
    const answers: (() => void)[] = []
    let look: CheckAccess = (asked) => new Promise((resolve) => answers.push(() => void open(asked).then(resolve)))
    const { hub, origin } = await aProcess((asked) => look(asked))
    const stream = await openListener(origin, [topic, 'stats'])
    await until(() => answers.length === 1)
    // The person loses access while the stream is being opened. The first check began earlier, ends last and still allows access.
    look = shut
    hub.access.changed({ topic, personId })
    hub.announce({ topic, data: { n: 1 } })
    answers[0]?.()
    await until(stream.hasBegun)
    hub.announce({ topic, data: { n: 2 } })
    hub.announce({ topic: 'stats', data: { n: 2 } })
    await until(() => numbersOf(stream.events, 'stats').includes(2))
    expect(numbersOf(stream.events, topic)).toEqual([])
    stream.close()
  })

  test('all changes during a check cause one more check, whose result counts', async () => {
    const answers: (() => void)[] = []
    let look: CheckAccess = open
    const { hub, origin } = await aProcess((asked) => look(asked))
    const stream = await openListener(origin, [topic, 'stats'])
    await until(() => stream.events.length === 2)
    look = (asked) => new Promise((resolve) => answers.push(() => void open(asked).then(resolve)))
    for (let n = 0; n < 50; n++) hub.access.changed({ topic })
    hub.announce({ topic: 'stats', data: { n: 1 } })
    await until(() => numbersOf(stream.events, 'stats').includes(1))
    expect(answers).toHaveLength(1)
    look = shut
    answers[0]?.()
    for (const n of [2, 3]) {
      hub.announce({ topic, data: { n } })
      hub.announce({ topic: 'stats', data: { n } })
      await until(() => numbersOf(stream.events, 'stats').includes(n))
    }
    expect(numbersOf(stream.events, topic)).toEqual([0])
    stream.close()
  })

  test('a campaign’s snapshot is sent at the beginning even after newer withheld events, because the page keeps the newer one', async () => {
    const campaign = 'campaign:01900000-0000-7000-8000-000000000004'
    let answer = () => {}
    const found: Snapshot = { events: [{ topic: campaign, data: { n: 6 } }], closed: [] }
    const { hub, origin } = await aProcess(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(found)
        }),
    )
    const stream = await openListener(origin, [campaign])
    hub.announce({ topic: campaign, data: { n: 5 } })
    await until(() => numbersOf(stream.events, campaign).includes(5))
    answer()
    await until(stream.hasBegun)
    expect(numbersOf(stream.events, campaign)).toEqual([5, 6])
    stream.close()
  })

  test('ending the stream ends its checks', async () => {
    let [looks, turn] = [0, 0]
    const { hub, origin } = await aProcess(async (asked) => {
      looks++
      turn++
      return { events: asked.map((each) => ({ topic: each, data: { n: turn } })), closed: [] }
    })
    const [gone, here] = [await openListener(origin, [topic]), await openListener(origin, [topic])]
    await until(() => gone.hasBegun() && here.hasBegun())
    gone.close()
    await until(gone.hasEnded)
    await until(async () => {
      looks = 0
      const before = here.events.length
      hub.access.changed({ topic })
      await until(() => here.events.length > before)
      // The process of the change rechecks twice: directly, and for the event that all processes receive.
      return looks <= 2
    })
    here.close()
  })
})
