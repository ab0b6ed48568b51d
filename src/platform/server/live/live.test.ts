import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { until } from '#tests/support/site.ts'
import { type LiveHub, openLiveHub } from './hub.ts'
import { serveStream } from './stream.ts'
import { topicsOf } from './topics.ts'

const topic = 'chat:01900000-0000-7000-8000-000000000000'
const elsewhere = 'chat:01900000-0000-7000-8000-000000000001'
const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of undo.splice(0).reverse()) await close()
})

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  /** A process's hub with its streams on a port of its own. */
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
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    async function stop() {
      for (const end of ends) end()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await hub.close()
    }
    undo.push(stop)
    return { hub, port, origin: `http://127.0.0.1:${port}`, openStreams: () => open }
  }

  let spoken = 0
  function say(hub: LiveHub, of = topic, text = ''): number {
    const n = ++spoken
    hub.say({ topic: of, name: `said ${n}`, about: String(n), data: { n, text } })
    return n
  }
  const numbersIn = (events: { data: any }[]) => events.flatMap(({ data }) => (typeof data?.n === 'number' ? [data.n as number] : []))

  /** A page that is cut off again and again and comes back, each time to another of these processes. */
  function aTraveller(origins: string[]) {
    const heard: number[] = []
    let [position, cuts, resets, done] = ['', 0, 0, false]
    async function travel() {
      while (!done) {
        const stream = await openListener(origins[cuts % origins.length] ?? '', [topic], position ? { lastEventId: position } : {})
        const enough = 1 + Math.floor(Math.random() * 60)
        await until(() => done || (stream.hasBegun() && numbersIn(stream.events).length >= enough))
        stream.close()
        await until(stream.hasEnded)
        heard.push(...numbersIn(stream.events))
        resets += stream.resets()
        position = stream.position()
        cuts++
      }
    }
    const travelling = travel()
    return {
      heard,
      cuts: () => cuts,
      resets: () => resets,
      async stop() {
        done = true
        await travelling
      },
    }
  }

  test('whoever is cut off again and again hears everything once and in order, in whichever process', async () => {
    const processes = [await aProcess(), await aProcess()]
    const hubs = processes.map(({ hub }) => hub)
    const steady = await openListener(processes[0]?.origin ?? '', [topic])
    await until(steady.hasBegun)
    const travellers = Array.from({ length: isFull ? 40 : 20 }, () => aTraveller(processes.map(({ origin }) => origin)))
    await until(() => processes.reduce((sum, { openStreams }) => sum + openStreams(), 0) > travellers.length)
    const first = spoken + 1
    const cutsOf = () => travellers.reduce((sum, { cuts }) => sum + cuts(), 0)
    let sayings = 0
    const least = isFull ? 400 : 100
    for (let n = 0; n < least || cutsOf() <= least; n++) {
      for (let burst = 0; burst < 5; burst++) {
        const hub = hubs[(n + burst) % hubs.length]
        if (hub) say(hub, burst === 4 ? elsewhere : topic)
      }
      sayings += 4
      await new Promise((resolve) => setTimeout(resolve, 5))
      // What a slow way holds back must not come as one heap, of which a traveller would hear it all at once or, away, too little.
      if (n % 20 === 0) await until(() => numbersIn(steady.events).length === sayings)
    }
    const last = say(hubs[0] as LiveHub)
    await until(() => numbersIn(steady.events).includes(last))
    for (const traveller of travellers) await traveller.stop()
    // The order of all processes is one; what each hears must be it without a gap or a double from where it came in.
    const order = numbersIn(steady.events)
    expect(order).toHaveLength(sayings + 1)
    expect(order[0]).toBeGreaterThanOrEqual(first)
    for (const { heard, resets } of travellers) {
      const from = order.indexOf(heard[0] ?? -1)
      expect(heard).toEqual(order.slice(from, from + heard.length))
      expect(resets()).toBe(0)
    }
    expect(cutsOf()).toBeGreaterThan(least)
    steady.close()
  })

  test('an id that was never given, or by a process that is gone, is answered with a reset and the stream goes on', async () => {
    const before = await aProcess()
    const gone = await openListener(before.origin, [topic])
    await until(gone.hasBegun)
    const { hub, origin } = await aProcess()
    const forged = ['x', '0', '-1', 'null', '__proto__', 'constructor', '\u00ff', 'a'.repeat(5_000), 'id: 1 event: said', gone.position()]
    const ways = forged.flatMap((id) => [{ lastEventId: id }, { since: `${id}\r\nevent: said\r\ndata: {}` }])
    const streams = await Promise.all(ways.map((way) => openListener(origin, [topic], way)))
    await until(() => streams.every(({ hasBegun }) => hasBegun()))
    const n = say(hub)
    await until(() => streams.every(({ events }) => numbersIn(events).length > 0))
    const heard = streams.map(({ resets, events }) => [resets(), ...numbersIn(events)])
    expect(heard).toEqual(ways.map(() => [1, n]))
    for (const { close } of streams) close()
    gone.close()
  })

  test('whoever was away while more was said than is kept is told so, and so is nobody else', async () => {
    const { hub, origin } = await aProcess()
    const [away, other] = [await openListener(origin, [topic]), await openListener(origin, [elsewhere])]
    await until(() => away.hasBegun() && other.hasBegun())
    for (const { close } of [away, other]) close()
    const seen = await openListener(origin, [topic])
    for (let n = 0; n < 501; n++) say(hub)
    await until(() => numbersIn(seen.events).length === 501)
    const [lost, calm] = [
      await openListener(origin, [topic], { since: away.position() }),
      await openListener(origin, [elsewhere], { lastEventId: other.position() }),
    ]
    await until(() => lost.hasBegun() && calm.hasBegun())
    expect([lost.resets(), numbersIn(lost.events).length, calm.resets()]).toEqual([1, 0, 0])
    for (const { close } of [seen, lost, calm]) close()
  })

  test('a long saying arrives whole, in its place, everywhere', async () => {
    const [one, two] = [await aProcess(), await aProcess()]
    const streams = await Promise.all([one, two].map(({ origin }) => openListener(origin, [topic])))
    await until(() => streams.every(({ hasBegun }) => hasBegun()))
    const texts = ['short', 'lang 👋 '.repeat(6_000), 'short again', 'ü'.repeat(7_400)]
    for (const text of texts) say(one.hub, topic, text)
    for (const { events, close } of streams) {
      await until(() => numbersIn(events).length === texts.length)
      expect(events.flatMap(({ data }) => data.text ?? [])).toEqual(texts)
      close()
    }
    expect(() => say(one.hub, topic, 'x'.repeat(70_000))).toThrow('too many')
  })

  test('a reader that never reads is cut, and those who read hear everything', async () => {
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
      for (let n = 0; n < 20; n++) say(hub, topic, 'x'.repeat(5_000))
      count += 20
      await until(() => numbersIn(reader.events).length === count)
    }
    expect(openStreams()).toBe(1)
    expect(reader.resets()).toBe(0)
    reader.close()
  })

  test('a burst at once cuts nobody who reads', async () => {
    const { hub, origin } = await aProcess()
    const reader = await openListener(origin, [topic])
    await until(reader.hasBegun)
    for (let n = 0; n < 60; n++) say(hub, topic, 'x'.repeat(10_000))
    await until(() => numbersIn(reader.events).length === 60 || reader.hasEnded())
    expect([numbersIn(reader.events).length, reader.hasEnded(), reader.resets()]).toEqual([60, false, 0])
    reader.close()
  })

  test('whoever missed more than a stream carries at once is told so, and stays', async () => {
    const { hub, origin } = await aProcess()
    const [away, seen] = [await openListener(origin, [topic]), await openListener(origin, [topic])]
    await until(() => away.hasBegun() && seen.hasBegun())
    away.close()
    for (let n = 0; n < 400; n++) say(hub, topic, 'x'.repeat(1_000))
    await until(() => numbersIn(seen.events).length === 400)
    const back = await openListener(origin, [topic], { since: away.position() })
    await until(() => back.hasBegun() || back.hasEnded())
    const n = say(hub)
    await until(() => numbersIn(back.events).includes(n) || back.hasEnded())
    expect([back.resets(), numbersIn(back.events), back.hasEnded()]).toEqual([1, [n], false])
    for (const { close } of [seen, back]) close()
  })

  describe('between processes', () => {
    test('when the connection between them is lost, everything said is heard, or it is told that something was missed', async () => {
      const [one, two] = [await aProcess(), await aProcess()]
      const streams = await Promise.all([one, two].map(({ origin }) => openListener(origin, [topic])))
      await until(() => streams.every(({ hasBegun }) => hasBegun()))
      const all: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = streams.map(({ resets }) => resets())
        for (let n = 0; n < 20; n++) all.push(say(one.hub), say(two.hub))
        await ways.cut()
        for (let n = 0; n < 20; n++) all.push(say(one.hub), say(two.hub))
        await until(() => streams.every(({ resets }, at) => resets() > (before[at] ?? 0)))
      }
      const last = [say(one.hub), say(two.hub)]
      await until(() => streams.every(({ events }) => last.every((n) => numbersIn(events).includes(n))))
      for (const { events, resetsAt, close } of streams) {
        const heard = numbersIn(events)
        // Doubles there are none, and where something is missing between two of one process, a reset was told between them.
        expect(new Set(heard).size).toBe(heard.length)
        const untold = all.filter((n) => {
          if (heard.includes(n)) return false
          const ofTheSame = heard.filter((other) => (other - n) % 2 === 0)
          const before = events.findIndex(({ data }) => data?.n === ofTheSame.findLast((other) => other < n))
          const after = events.findIndex(({ data }) => data?.n === ofTheSame.find((other) => other > n))
          return !resetsAt.some((at) => before < at && at <= after)
        })
        expect(untold).toEqual([])
        // Of its own process each hears all.
        expect(all.filter((n) => !heard.includes(n)).length).toBeLessThanOrEqual(all.length / 2)
        close()
      }
    })

    test('of one address three readers are counted, and no more', async () => {
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
