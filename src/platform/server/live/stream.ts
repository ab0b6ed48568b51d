import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReliable, type LiveEvent, type LiveMessage } from './events.ts'
import { type Guard, openGuard, type Snapshot } from './guard.ts'
import type { LiveHub } from './hub.ts'
import { hasVersion, isGuarded, isOwn } from './topics.ts'

const pingMs = 15_000
const bufferCap = 256 * 1024
/** Spreads the queries of all streams of a process after a gap. */
const gapSpreadMs = 2_000

type Options = {
  request: IncomingMessage
  response: ServerResponse
  /** The person whose access to guarded topics is checked; null for a visitor. */
  personId: string | null
  hub: LiveHub
  topics: string[]
  /** Headers of every response, including streams. */
  headers: Record<string, string>
  /** Reads the current state of topics, limited to what this person may read. It covers changes since the page was rendered. */
  snapshot: (topics: string[]) => Promise<Snapshot>
  onEnd: () => void
}

/** An open stream. It has begun when the state of its topics was sent. */
type Stream = Omit<Options, 'request' | 'headers'> & {
  guard: Guard
  hasBegun: boolean
  /** Number of times that the state was read. It is read again after a gap. */
  begins: number
  isCorked: boolean
  hasEnded: boolean
  /** Topics of which an event arrived since the state is being read. */
  received: Set<string>
  /** Reliable events that arrived while the state was read. */
  early: LiveMessage[]
  /** Called when the stream ends. */
  leaving: (() => void)[]
}

/**
 * Serves one stream of server-sent events on the raw response. It begins with the current state and `begun`; the page fetches what it
 * shows besides after that. After a gap it does so once more. A comment every 15 s keeps the connection open. A reader that
 * is 256 kB behind is disconnected and reconnects by itself, so a stalled one never grows the server's memory. Returns a function that ends
 * the stream. Before that, `session ended` sends `ended`, after which the page checks who is signed in, and `too many` lets the browser wait for a minute.
 */
export function serveStream({ request, headers, ...options }: Options): (why?: 'session ended' | 'too many') => void {
  const { response, personId, hub, topics, snapshot } = options
  beginResponse(response, headers)
  const guard = openGuard({
    topics,
    access: hub.access,
    personId,
    snapshot,
    sendClosed: (topic) => send(stream, `event: closed\ndata: ${JSON.stringify({ topic })}\n\n`),
    send: (message) => send(stream, frameOf(message)),
  })
  const stream: Stream = {
    ...options,
    guard,
    hasBegun: false,
    begins: 0,
    isCorked: false,
    hasEnded: false,
    received: new Set(),
    early: [],
    leaving: [guard.end],
  }
  stream.leaving.push(hub.listen(topics, { onEvent: (message) => receive(stream, message), onGap: () => beginAgain(stream) }))
  begin(stream)
  const ping = setInterval(() => send(stream, ': ping\n\n'), pingMs)
  stream.leaving.push(() => clearInterval(ping))
  const onEnd = () => end(stream)
  request.on('close', onEnd)
  response.on('close', onEnd)
  response.on('error', onEnd)
  return (why) => {
    if (why === 'session ended') response.write('event: ended\ndata: {}\n\n')
    if (why === 'too many') response.write('retry: 60000\n\n')
    response.end()
  }
}

function beginResponse(response: ServerResponse, headers: Record<string, string>): void {
  // Without chunked encoding, each write is the same text for all readers. The end of the connection ends the response.
  response.removeHeader('transfer-encoding')
  response.shouldKeepAlive = false
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`)
}

function end(stream: Stream): void {
  if (stream.hasEnded) return
  stream.hasEnded = true
  for (const leave of stream.leaving) leave()
  stream.onEnd()
}

function send(stream: Stream, text: string): void {
  const { response } = stream
  // Flushes a burst first, because only data that the connection does not accept counts towards the limit.
  if (stream.isCorked && response.writableLength > bufferCap) {
    response.uncork()
    response.cork()
  }
  if (response.writableLength > bufferCap) return void response.destroy()
  // Combines the events of one turn of the event loop, so that a burst costs one write per reader.
  if (!stream.isCorked) {
    stream.isCorked = true
    response.cork()
    setImmediate(() => {
      stream.isCorked = false
      response.uncork()
    })
  }
  response.write(text)
}

function receive(stream: Stream, message: LiveMessage): void {
  if (isGuarded(message.topic)) return void stream.guard.receive(message)
  if (!stream.hasBegun && isReliable(message)) return void stream.early.push(message)
  stream.received.add(message.topic)
  send(stream, frameOf(message))
}

/** Reads the state of the topics and sends it. */
function begin(stream: Stream): void {
  const turn = ++stream.begins
  stream.hasBegun = false
  stream.received.clear()
  const start = (known: Snapshot | null) => {
    if (turn === 1) stream.guard.begin(known)
    if (stream.hasEnded || turn !== stream.begins) return
    // If the database is unavailable, a new stream begins without state: the page has just loaded its own.
    if (known || turn === 1) sendState(stream, known?.events ?? [])
    else beginAgain(stream)
  }
  stream.snapshot(stream.topics).then(start, () => start(null))
}

function beginAgain(stream: Stream): void {
  setTimeout(() => !stream.hasEnded && begin(stream), Math.random() * gapSpreadMs)
}

function sendState(stream: Stream, events: LiveEvent[]): void {
  const { received } = stream
  stream.hasBegun = true
  // An event that arrived meanwhile is newer than the snapshot, or a newer one follows. Events with a version may be sent in
  // any order, because the page keeps the newest.
  const isNotified = ({ topic }: { topic: string }) => isGuarded(topic) || (received.has(topic) && !hasVersion(topic))
  for (const event of events) if (!isNotified(event)) send(stream, frameOf(event))
  send(stream, 'event: begun\ndata: {}\n\n')
  for (const message of stream.early.splice(0)) receive(stream, message)
}

const frames = new WeakMap<LiveMessage, string>()

/** Formats an event as sent to readers; the text is cached for all of them. */
function frameOf(message: LiveMessage): string {
  const known = frames.get(message)
  if (known !== undefined) return known
  const data = JSON.stringify({ topic: isOwn(message.topic) ? 'me' : message.topic, data: message.data })
  const frame = `event: ${isReliable(message) ? 'said' : 'change'}\ndata: ${data}\n\n`
  frames.set(message, frame)
  return frame
}
