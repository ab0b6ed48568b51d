import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { closeServer, listenOnFreePort } from '#tests/support/http-servers.ts'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { until } from '#tests/support/site.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import type { Snapshot } from './guard.ts'
import { type LiveHub, openLiveHub } from './hub.ts'
import { serveStream } from './stream.ts'
import { topicsOf } from './topics.ts'

const topic = 'chat:01900000-0000-7000-8000-000000000000'
const elsewhere = 'chat:01900000-0000-7000-8000-000000000001'
const nothing = async (): Promise<Snapshot> => ({ events: [], closed: [] })
const undo = undoAfterEach()

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  /** The hub of a process, with a server for its streams on its own port. */
  async function aProcess({ snapshot = nothing } = {}) {
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
          personId: null,
          hub,
          topics,
          headers: {},
          snapshot,
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
    hub.publishReliably({ topic: of, name: `said ${n}`, data: { n, text } })
    return n
  }
  const numbersIn = (events: { data: any }[]) => events.flatMap(({ data }) => (typeof data?.n === 'number' ? [data.n as number] : []))

  /** A page that is disconnected repeatedly and reconnects, each time to the next of these processes. */
  function aTraveller(origins: string[]) {
    const visits: number[][] = []
    let done = false
    async function travel() {
      while (!done) {
        const stream = await openListener(origins[visits.length % origins.length] ?? '', [topic])
        const enough = 1 + Math.floor(Math.random() * 60)
        await until(() => done || (stream.hasBegun() && numbersIn(stream.events).length >= enough))
        stream.close()
        await until(stream.hasEnded)
        visits.push(numbersIn(stream.events))
      }
    }
    const travelling = travel()
    return {
      visits,
      async stop() {
        done = true
        await travelling
      },
    }
  }

  test('readers that come and go receive all events once and in the same order while they are connected, from any process', async () => {
    const processes = [await aProcess(), await aProcess()]
    const hubs = processes.map(({ hub }) => hub)
    const steady = await openListener(processes[0]?.origin ?? '', [topic])
    await until(steady.hasBegun)
    const travellers = Array.from({ length: isFull ? 40 : 20 }, () => aTraveller(processes.map(({ origin }) => origin)))
    await until(() => processes.reduce((sum, { openStreams }) => sum + openStreams(), 0) > travellers.length)
    const first = published + 1
    const cutsOf = () => travellers.reduce((sum, { visits }) => sum + visits.length, 0)
    let expected = 0
    const least = isFull ? 400 : 100
    for (let n = 0; n < least || cutsOf() <= least; n++) {
      for (let burst = 0; burst < 5; burst++) {
        const hub = hubs[(n + burst) % hubs.length]
        if (hub) publish(hub, burst === 4 ? elsewhere : topic)
      }
      expected += 4
      await new Promise((resolve) => setTimeout(resolve, 5))
      // Bounds the backlog of a slow driver.
      if (n % 20 === 0) await until(() => numbersIn(steady.events).length === expected)
    }
    const last = publish(hubs[0] as LiveHub)
    await until(() => numbersIn(steady.events).includes(last))
    for (const traveller of travellers) await traveller.stop()
    // All processes deliver in the same order, so each visit must get a part of it without gaps or duplicates.
    const order = numbersIn(steady.events)
    expect(order).toHaveLength(expected + 1)
    expect(order[0]).toBeGreaterThanOrEqual(first)
    for (const received of travellers.flatMap(({ visits }) => visits)) {
      const from = order.indexOf(received[0] ?? -1)
      expect(received).toEqual(order.slice(from, from + received.length))
    }
    expect(cutsOf()).toBeGreaterThan(least)
    steady.close()
  })

  test('an event that arrives while a stream reads the state of its topics is sent after it', async () => {
    let release = (_: Snapshot) => {}
    const { hub, origin } = await aProcess({
      snapshot: () =>
        new Promise((resolve) => {
          release = resolve
        }),
    })
    const stream = await openListener(origin, [topic])
    const published = [publish(hub), publish(hub)]
    const isThere = new Promise<void>((resolve) => {
      hub.listen([topic], { onEvent: ({ data }) => data === 'last' && resolve(), onGap: () => {} })
    })
    hub.publishReliably({ topic, name: 'last', data: 'last' })
    await isThere
    expect([stream.hasBegun(), stream.events]).toEqual([false, []])
    release({ events: [{ topic, data: { n: 0 } }], closed: [] })
    await until(() => stream.events.length === 4)
    expect(numbersIn(stream.events)).toEqual([0, ...published])
    expect(stream.begunAt).toEqual([1])
    stream.close()
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
    expect(reader.begunAt).toHaveLength(1)
    reader.close()
  })

  test('a burst of events disconnects nobody who reads', async () => {
    const { hub, origin } = await aProcess()
    const reader = await openListener(origin, [topic])
    await until(reader.hasBegun)
    for (let n = 0; n < 60; n++) publish(hub, topic, 'x'.repeat(10_000))
    await until(() => numbersIn(reader.events).length === 60 || reader.hasEnded())
    expect([numbersIn(reader.events).length, reader.hasEnded(), reader.begunAt]).toEqual([60, false, [0]])
    reader.close()
  })

  describe('between processes', () => {
    test('after a lost connection every event was received, or the stream begins once more', async () => {
      const [one, two] = [await aProcess(), await aProcess()]
      const streams = await Promise.all([one, two].map(({ origin }) => openListener(origin, [topic])))
      await until(() => streams.every(({ hasBegun }) => hasBegun()))
      const all: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = streams.map(({ begunAt }) => begunAt.length)
        for (let n = 0; n < 20; n++) all.push(publish(one.hub), publish(two.hub))
        await ways.cut()
        for (let n = 0; n < 20; n++) all.push(publish(one.hub), publish(two.hub))
        await until(() => streams.every(({ begunAt }, at) => begunAt.length > (before[at] ?? 0)))
      }
      const last = [publish(one.hub), publish(two.hub)]
      await until(() => streams.every(({ events }) => last.every((n) => numbersIn(events).includes(n))))
      for (const { events, begunAt, close } of streams) {
        const received = numbersIn(events)
        // No event arrives twice. If events are missing after an event of their process, the stream begins once more after that one.
        expect(new Set(received).size).toBe(received.length)
        const untold = all.filter((n) => {
          if (received.includes(n)) return false
          const ofTheSame = received.filter((other) => (other - n) % 2 === 0)
          const before = events.findIndex(({ data }) => data?.n === ofTheSame.findLast((other) => other < n))
          return !begunAt.some((at) => before < at)
        })
        expect(untold).toEqual([])
        // Each reader receives all events of its own process.
        expect(all.filter((n) => !received.includes(n)).length).toBeLessThanOrEqual(all.length / 2)
        close()
      }
    })
  })
})
