import { fork } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { joinRequest } from './join.ts'
import { openReaders, type Readers } from './live-readers.ts'
import { cpuMs, median, pause, percentile, pidOf, rssMb } from './measure.ts'
import { openSite } from './site.ts'
import { atMost, type Row, reported } from './table.ts'

const streams = 10_000
const events = 12
/** A server process sends at most one event per second for each topic, so the events are further apart. */
const gapMs = 1_500
const idleMs = 10_000
const asked = { kB: 60, ms: 1_000 }
const collector = join(import.meta.dirname, 'gc-on-signal.ts')

type Server = { pid: number; origin: string }
type Listening = { stream: string; cookies: string[]; requests: { request: string; word: string }[] }
type Measured = { ms: number[]; doubles: number; kB: number; kBUncollected: number; idleShare: number; cpuMs: number; openedMs: number }

/** Measures 10,000 open streams on one server process: the memory of each, and the time until all have received an event. */
export async function liveStreams(): Promise<{ notes: string[]; rows: Row[] }> {
  const visitors = await onSite('campaign:', false)
  const people = await onSite('me,campaign:', true)
  const bare = await bareMeasured()
  return {
    notes: [
      `${streams.toLocaleString('en-US')} open streams on one process; readers, and who causes the events, in one process of their own: from each of ${events} joinings to its receipt by all, with session, rules and commit. Once as visitors who hear of a campaign, once as ${streams.toLocaleString('en-US')} people signed in, each with a session, who hear of it and of their bell. Beside it a process of node:http that writes the same frame to as many streams and does nothing else.`,
      'Memory is what the process has more than before, over the streams: after its garbage was collected, and as it stands without.',
    ],
    rows: [...rowsOf({ who: 'visitors', of: visitors, bare }), ...rowsOf({ who: 'signed in', of: people, bare })],
  }
}

/** Starts its own server process: memory that earlier streams left allocated would be reused and not counted. */
async function onSite(topics: string, isSignedIn: boolean): Promise<Measured> {
  const site = await openSite(undefined, { NODE_OPTIONS: `--import=${collector}` })
  try {
    const [creator = '', ...cookies] = await site.people(1 + streams)
    const { id } = await site.publish(creator)
    await site.pool.query('analyze')
    const requests = cookies.slice(0, events).map((cookie, n) => ({ request: joinRequest(site.origin, id, cookie), word: `"supporters":${n + 2},` }))
    return await measured(site, { stream: `/api/v1/live?topics=${topics}${id}`, cookies: isSignedIn ? cookies : [], requests })
  } finally {
    await site.close()
  }
}

function rowsOf({ who, of, bare }: { who: string; of: Measured; bare: Measured }): Row[] {
  const comparedWith = (value: number) => ({ what: 'bare node:http', value })
  const expected = streams * events
  return [
    atMost(`streams, ${who}: memory each`, of.kB, 'kB', asked.kB, comparedWith(bare.kB)),
    reported(`streams, ${who}: memory each, nothing collected`, of.kBUncollected, 'kB', comparedWith(bare.kBUncollected)),
    atMost(`streams, ${who}: an event reaches all, p99`, percentile(of.ms, 0.99), 'ms', asked.ms, comparedWith(percentile(bare.ms, 0.99))),
    reported(`streams, ${who}: an event reaches all, p50`, median(of.ms), 'ms', comparedWith(median(bare.ms))),
    {
      ...reported(`streams, ${who}: receipts`, of.ms.length, '', { what: 'expected', value: expected }),
      asked: 'all, none twice',
      reached: of.ms.length === expected && of.doubles === 0,
    },
    reported(`streams, ${who}: server CPU a receipt`, (of.cpuMs / expected) * 1_000, 'us', comparedWith((bare.cpuMs / expected) * 1_000)),
    reported(`streams, ${who}: server CPU while nothing happens, of a core`, of.idleShare, '', comparedWith(bare.idleShare)),
    reported(`streams, ${who}: all opened within`, of.openedMs, 'ms', comparedWith(bare.openedMs)),
  ]
}

async function measured(server: Server, { stream, cookies, requests }: Listening): Promise<Measured> {
  const before = { collected: await collectedMb(server.pid), at: performance.now() }
  const readers = await openReaders({ origin: server.origin, stream, count: streams, cookies })
  try {
    const openedMs = performance.now() - before.at
    // Waits until the server knows every stream and the events caused by opening them have passed.
    await pause(gapMs)
    const uncollected = rssMb(server.pid)
    const idle = { cpu: cpuMs(server.pid), at: performance.now() }
    await pause(idleMs)
    const idleShare = (cpuMs(server.pid) - idle.cpu) / (performance.now() - idle.at)
    const after = await collectedMb(server.pid)
    const each = (mb: number) => ((mb - before.collected) * 1024) / streams
    const received = await receiveAll({ server, readers, requests })
    return { ...received, openedMs, idleShare, kB: each(after), kBUncollected: each(uncollected) }
  } finally {
    await readers.close()
  }
}

async function receiveAll({ server, readers, requests }: { server: Server; readers: Readers; requests: Listening['requests'] }) {
  const ms: number[] = []
  let doubles = 0
  const cpu = cpuMs(server.pid)
  for (const { request, word } of requests) {
    const next = performance.now() + gapMs
    const received = await readers.say({ request, word, patienceMs: 10_000 })
    if (received.status > 299) throw new Error(`The request that causes the event was answered with ${received.status}`)
    for (const one of received.ms) ms.push(one)
    doubles += received.doubles
    await pause(Math.max(0, next - performance.now()))
  }
  return { ms, doubles, cpuMs: cpuMs(server.pid) - cpu }
}

/** Resident memory after garbage collection, in MB. The process returns memory in steps, so the minimum of several is used. */
async function collectedMb(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let times = 0; times < 4; times++) {
    process.kill(pid, 'SIGUSR2')
    await pause(500)
    least = Math.min(least, rssMb(pid))
  }
  return least
}

async function bareMeasured(): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'chat-bare-server.ts'), {
    execArgv: ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', `--import=${collector}`],
  })
  try {
    const message = await new Promise((resolve, reject) => child.once('message', resolve).once('error', reject))
    const origin = `http://127.0.0.1:${z.object({ port: z.int().positive() }).parse(message).port}`
    const requests = Array.from({ length: events }, (_, n) => {
      const data = { topic: 'campaign:0197a000-0000-7000-8000-000000000000', data: { supporters: n + 2, version: n + 2 } }
      const frame = `event: change\ndata: ${JSON.stringify(data)}\n\n`
      return { word: `"supporters":${n + 2},`, request: `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${frame.length}\r\n\r\n${frame}` }
    })
    return await measured({ pid: pidOf(child), origin }, { stream: '/', cookies: [], requests })
  } finally {
    child.disconnect()
  }
}
