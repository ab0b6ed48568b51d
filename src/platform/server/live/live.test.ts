import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { closeServer, listenOnFreePort } from '#tests/support/http-servers.ts'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { until } from '#tests/support/site.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import { type LiveHub, openLiveHub } from './hub.ts'
import { serveStream } from './stream.ts'
import { topicsOf } from './topics.ts'

const topic = 'chat:01900000-0000-7000-8000-000000000000'
const elsewhere = 'chat:01900000-0000-7000-8000-000000000001'
const undo = undoAfterEach()

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  /** The hub of a process, with a server for its streams on its own port. */
  async function aProcess() {
    const hub = await openLiveHub(ways.open())
    const ends: (() => void)[] = []
    let open = 0
    const server = createServer((request, response) => {
      open++
      const onEnd = () => void open--
      const topics = topicsOf(request.url ?? '') ?? []
      ends.push(
        serveStream({
          request,
          response,
          address: '127.0.0.1',
          personId: null,
          hub,
          topics,
          headers: {},
          snapshot: async () => ({ events: [], closed: [] }),
          onEnd,
        }),
      )
    })
    const port = await listenOnFreePort(server)
    async function stop() {
      for (const end of ends) end()
      await closeServer(server)
      await hub.close()
    }
    undo.push(stop)
    return { hub, port, origin: `http://127.0.0.1:${port}`, openStreams: () => open }
  }

  let published = 0
  function publish(hub: LiveHub, of = topic, text = ''): number {
    const n = ++published
    hub.publishReliably({ topic: of, name: `said ${n}`, about: String(n), data: { n, text } })
    return n
  }
  const numbersIn = (events: { data: any }[]) => events.flatMap(({ data }) => (typeof data?.n === 'number' ? [data.n as number] : []))

  /** A page that is disconnected repeatedly and reconnects, each time to the next of these processes. */
  function aTraveller(origins: string[]) {
    const received: number[] = []
    let [position, cuts, resets, done] = ['', 0, 0, false]
    async function travel() {
      while (!done) {
        const stream = await openListener(origins[cuts % origins.length] ?? '', [topic], position ? { lastEventId: position } : {})
        const enough = 1 + Math.floor(Math.random() * 60)
        await until(() => done || (stream.hasBegun() && numbersIn(stream.events).length >= enough))
        stream.close()
        await until(stream.hasEnded)
        received.push(...numbersIn(stream.events))
        resets += stream.resets()
        position = stream.position()
        cuts++
      }
    }
    const travelling = travel()
    return {
      received,
      cuts: () => cuts,
      resets: () => resets,
      async stop() {
        done = true
        await travelling
      },
    }
  }

  test('a reader that is disconnected repeatedly receives all events once and in order, from any process', async () => {
    const processes = [await aProcess(), await aProcess()]
    const hubs = processes.map(({ hub }) => hub)
    const steady = await openListener(processes[0]?.origin ?? '', [topic])
    await until(steady.hasBegun)
    const travellers = Array.from({ length: isFull ? 40 : 20 }, () => aTraveller(processes.map(({ origin }) => origin)))
    await until(() => processes.reduce((sum, { openStreams }) => sum + openStreams(), 0) > travellers.length)
    const first = published + 1
    const cutsOf = () => travellers.reduce((sum, { cuts }) => sum + cuts(), 0)
    let expected = 0
    const least = isFull ? 400 : 100
    for (let n = 0; n < least || cutsOf() <= least; n++) {
      for (let burst = 0; burst < 5; burst++) {
        const hub = hubs[(n + burst) % hubs.length]
        if (hub) publish(hub, burst === 4 ? elsewhere : topic)
      }
      expected += 4
      await new Promise((resolve) => setTimeout(resolve, 5))
      // Bounds the backlog of a slow driver. If it arrived at once, a connected traveller would get it whole and a disconnected
      // one could miss more than the history keeps.
      if (n % 20 === 0) await until(() => numbersIn(steady.events).length === expected)
    }
    const last = publish(hubs[0] as LiveHub)
    await until(() => numbersIn(steady.events).includes(last))
    for (const traveller of travellers) await traveller.stop()
    // All processes deliver in the same order, so each traveller must get it without gaps or duplicates from its first event on.
    const order = numbersIn(steady.events)
    expect(order).toHaveLength(expected + 1)
    expect(order[0]).toBeGreaterThanOrEqual(first)
    for (const { received, resets } of travellers) {
      const from = order.indexOf(received[0] ?? -1)
      expect(received).toEqual(order.slice(from, from + received.length))
      expect(resets()).toBe(0)
    }
    expect(cutsOf()).toBeGreaterThan(least)
    steady.close()
  })

  test('an unknown position, or one of a process that is gone, causes a reset, and the stream continues', async () => {
    const before = await aProcess()
    const gone = await openListener(before.origin, [topic])
    await until(gone.hasBegun)
    const { hub, origin } = await aProcess()
    const forged = ['x', '0', '-1', 'null', '__proto__', 'constructor', '\u00ff', 'a'.repeat(5_000), 'id: 1 event: said', gone.position()]
    const ways = forged.flatMap((id) => [{ lastEventId: id }, { since: `${id}\r\nevent: said\r\ndata: {}` }])
    const streams = await Promise.all(ways.map((way) => openListener(origin, [topic], way)))
    await until(() => streams.every(({ hasBegun }) => hasBegun()))
    const n = publish(hub)
    await until(() => streams.every(({ events }) => numbersIn(events).length > 0))
    const received = streams.map(({ resets, events }) => [resets(), ...numbersIn(events)])
    expect(received).toEqual(ways.map(() => [1, n]))
    for (const { close } of streams) close()
    gone.close()
  })

  test('a reader that missed more events than are kept gets a reset, and nobody else does', async () => {
    const { hub, origin } = await aProcess()
    const [away, other] = [await openListener(origin, [topic]), await openListener(origin, [elsewhere])]
    await until(() => away.hasBegun() && other.hasBegun())
    for (const { close } of [away, other]) close()
    const seen = await openListener(origin, [topic])
    for (let n = 0; n < 501; n++) publish(hub)
    await until(() => numbersIn(seen.events).length === 501)
    const [lost, calm] = [
      await openListener(origin, [topic], { since: away.position() }),
      await openListener(origin, [elsewhere], { lastEventId: other.position() }),
    ]
    await until(() => lost.hasBegun() && calm.hasBegun())
    expect([lost.resets(), numbersIn(lost.events).length, calm.resets()]).toEqual([1, 0, 0])
    for (const { close } of [seen, lost, calm]) close()
  })

  test('a long event arrives whole and in order in every process', async () => {
    const [one, two] = [await aProcess(), await aProcess()]
    const streams = await Promise.all([one, two].map(({ origin }) => openListener(origin, [topic])))
    await until(() => streams.every(({ hasBegun }) => hasBegun()))
    const texts = ['short', 'lang 👋 '.repeat(6_000), 'short again', 'ü'.repeat(7_400)]
    for (const text of texts) publish(one.hub, topic, text)
    for (const { events, close } of streams) {
      await until(() => numbersIn(events).length === texts.length)
      expect(events.flatMap(({ data }) => data.text ?? [])).toEqual(texts)
      close()
    }
    expect(() => publish(one.hub, topic, 'x'.repeat(70_000))).toThrow('too many')
  })

  test('a reader that stops reading is disconnected, and the others receive everything', async () => {
    const { hub, port, origin, openStreams } = await aProcess()
    const stalled = Array.from({ length: 20 }, () => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {}).pause()
      socket.write(`GET /?topics=${topic} HTTP/1.1\r\nhost: x\r\n\r\n`)
      undo.push(() => socket.destroy())
      return socket
    })
    const reader = await openListener(origin, [topic])
    await until(() => openStreams() === stalled.length + 1)
    let count = 0
    while (openStreams() > 1 && count < 5_000) {
      for (let n = 0; n < 20; n++) publish(hub, topic, 'x'.repeat(5_000))
      count += 20
      await until(() => numbersIn(reader.events).length === count)
    }
    expect(openStreams()).toBe(1)
    expect(reader.resets()).toBe(0)
    reader.close()
  })

  test('a burst of events disconnects nobody who reads', async () => {
    const { hub, origin } = await aProcess()
    const reader = await openListener(origin, [topic])
    await until(reader.hasBegun)
    for (let n = 0; n < 60; n++) publish(hub, topic, 'x'.repeat(10_000))
    await until(() => numbersIn(reader.events).length === 60 || reader.hasEnded())
    expect([numbersIn(reader.events).length, reader.hasEnded(), reader.resets()]).toEqual([60, false, 0])
    reader.close()
  })

  test('a reader that missed more than the buffer allows gets a reset and stays connected', async () => {
    const { hub, origin } = await aProcess()
    const [away, seen] = [await openListener(origin, [topic]), await openListener(origin, [topic])]
    await until(() => away.hasBegun() && seen.hasBegun())
    away.close()
    for (let n = 0; n < 400; n++) publish(hub, topic, 'x'.repeat(1_000))
    await until(() => numbersIn(seen.events).length === 400)
    const back = await openListener(origin, [topic], { since: away.position() })
    await until(() => back.hasBegun() || back.hasEnded())
    const n = publish(hub)
    await until(() => numbersIn(back.events).includes(n) || back.hasEnded())
    expect([back.resets(), numbersIn(back.events), back.hasEnded()]).toEqual([1, [n], false])
    for (const { close } of [seen, back]) close()
  })

  describe('between processes', () => {
    test('after a lost connection every event was received or a reset was sent', async () => {
      const [one, two] = [await aProcess(), await aProcess()]
      const streams = await Promise.all([one, two].map(({ origin }) => openListener(origin, [topic])))
      await until(() => streams.every(({ hasBegun }) => hasBegun()))
      const all: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = streams.map(({ resets }) => resets())
        for (let n = 0; n < 20; n++) all.push(publish(one.hub), publish(two.hub))
        await ways.cut()
        for (let n = 0; n < 20; n++) all.push(publish(one.hub), publish(two.hub))
        await until(() => streams.every(({ resets }, at) => resets() > (before[at] ?? 0)))
      }
      const last = [publish(one.hub), publish(two.hub)]
      await until(() => streams.every(({ events }) => last.every((n) => numbersIn(events).includes(n))))
      for (const { events, resetsAt, close } of streams) {
        const received = numbersIn(events)
        // No event arrives twice. If events are missing between two events of one process, a reset was sent between these.
        expect(new Set(received).size).toBe(received.length)
        const untold = all.filter((n) => {
          if (received.includes(n)) return false
          const ofTheSame = received.filter((other) => (other - n) % 2 === 0)
          const before = events.findIndex(({ data }) => data?.n === ofTheSame.findLast((other) => other < n))
          const after = events.findIndex(({ data }) => data?.n === ofTheSame.find((other) => other > n))
          return !resetsAt.some((at) => before < at && at <= after)
        })
        expect(untold).toEqual([])
        // Each reader receives all events of its own process.
        expect(all.filter((n) => !received.includes(n)).length).toBeLessThanOrEqual(all.length / 2)
        close()
      }
    })

    test('at most three readers per network address are counted', async () => {
      const process = await aProcess()
      const streams = [await openListener(process.origin, [topic])]
      const here = () => streams[0]?.events.at(-1)?.data?.here
      for (let n = 0; n < 5; n++) streams.push(await openListener(process.origin, [topic]))
      await until(() => streams.every(({ hasBegun }) => hasBegun()))
      await until(() => here() === 3)
      for (const stream of streams.splice(1, 3)) stream.close()
      for (const stream of streams.splice(1, 1)) stream.close()
      await until(() => here() === 2)
      expect(streams[0]?.events.every(({ data }) => data.here <= 3)).toBe(true)
      for (const { close } of streams) close()
    })

    test('readers in two processes are counted together', async () => {
      const [one, two] = [await aProcess(), await aProcess()]
      const here = async ({ origin }: { origin: string }) => openListener(origin, [topic])
      const streams = [await here(one), await here(one), await here(two)]
      for (const { events } of streams) await until(() => events.at(-1)?.data?.here === 3)
      streams[2]?.close()
      for (const { events } of streams.slice(0, 2)) await until(() => events.at(-1)?.data?.here === 2)
      for (const { close } of streams) close()
    })
  })
})
