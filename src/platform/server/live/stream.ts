import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReliable, type LiveMessage } from './events.ts'
import { type Guard, openGuard, type Snapshot } from './guard.ts'
import type { LiveHub } from './hub.ts'
import { hasVersion, isChat, isGuarded, isOwn } from './topics.ts'

const pingMs = 15_000
const bufferCap = 256 * 1024

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

/** An open stream. It has begun when the state of its topics was sent, and is behind if a gap occurred before that. */
type Stream = Omit<Options, 'request' | 'headers'> & {
  guard: Guard
  hasBegun: boolean
  isBehind: boolean
  isCorked: boolean
  hasEnded: boolean
  /** Topics of which an event arrived. */
  received: Set<string>
  /** Reliable events that arrived before the stream has begun. */
  early: LiveMessage[]
  closed: Set<string>
  /** Reliable events of closed topics that are being checked. */
  opening: Map<string, LiveMessage[]>
  /** Called when the stream ends. */
  leaving: (() => void)[]
}

/**
 * Serves one stream of server-sent events on the raw response. It begins with the current state and `begun`; the page fetches what it
 * shows besides after that. `reset` means that events may have been missed. A comment every 15 s keeps the connection open. A reader that
 * is 256 kB behind is disconnected and reconnects by itself, so a stalled one never grows the server's memory. Returns a function that ends
 * the stream; with `session ended` it first sends `ended`, after which the page checks who is signed in.
 */
export function serveStream({ request, headers, ...options }: Options): (why?: 'session ended') => void {
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
    isBehind: false,
    isCorked: false,
    hasEnded: false,
    received: new Set(),
    early: [],
    closed: new Set(),
    opening: new Map(),
    leaving: [guard.end],
  }
  stream.leaving.push(hub.listen(topics, { onEvent: (message) => receive(stream, message), onGap: () => noteGap(stream) }))
  begin(stream)
  const ping = setInterval(() => send(stream, ': ping\n\n'), pingMs)
  stream.leaving.push(() => clearInterval(ping))
  const onEnd = () => end(stream)
  request.on('close', onEnd)
  response.on('close', onEnd)
  response.on('error', onEnd)
  return (why) => {
    if (why) response.write('event: ended\ndata: {}\n\n')
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

const sendWord = (stream: Stream, word: 'begun' | 'reset') => send(stream, `event: ${word}\ndata: {}\n\n`)

function receive(stream: Stream, message: LiveMessage): void {
  if (isGuarded(message.topic)) return void stream.guard.receive(message)
  if (!stream.hasBegun && isReliable(message)) return void stream.early.push(message)
  stream.received.add(message.topic)
  if (!stream.closed.has(message.topic)) send(stream, frameOf(message))
  else if (isReliable(message)) openAgain(stream, message)
}

function noteGap(stream: Stream): void {
  if (stream.hasBegun) sendWord(stream, 'reset')
  else stream.isBehind = true
}

/** Rechecks a closed topic when a reliable event arrives for it, because it may be open now: the chat of a draft that was published. */
function openAgain(stream: Stream, message: LiveMessage): void {
  const { hub, snapshot, opening, closed } = stream
  const { topic } = message
  const waiting = opening.get(topic)
  if (waiting) return void waiting.push(message)
  const missed = [message]
  opening.set(topic, missed)
  checkOnce(hub, { topic, snapshot })
    .then(({ closed: still }) => {
      if (stream.hasEnded || still.includes(topic)) return
      closed.delete(topic)
      for (const one of missed) send(stream, frameOf(one))
    })
    // If the database is unavailable, the next event triggers another check.
    .catch(() => {})
    .finally(() => opening.delete(topic))
}

/** Reads the state of the topics and sends it. */
function begin(stream: Stream): void {
  const start = (known: Snapshot | null) => {
    stream.guard.begin(known)
    sendState(stream, known ?? { events: [], closed: [] })
  }
  stream.snapshot(stream.topics).then(start, () => {
    // If the database is unavailable, it is unknown whether a chat is open, so the reader must reconnect. Other topics need no
    // snapshot.
    if (stream.topics.some(isChat)) return void stream.response.end()
    start(null)
  })
}

function sendState(stream: Stream, known: Snapshot): void {
  const { closed, received } = stream
  if (stream.hasEnded) return
  for (const topic of known.closed) closed.add(topic)
  stream.hasBegun = true
  // An event that arrived meanwhile is newer than the snapshot, or a newer one follows. Events with a version may be sent in
  // any order, because the page keeps the newest.
  const isNotified = ({ topic }: { topic: string }) => isGuarded(topic) || (received.has(topic) && !hasVersion(topic))
  for (const event of known.events) if (!isNotified(event)) send(stream, frameOf(event))
  sendWord(stream, stream.isBehind ? 'reset' : 'begun')
  for (const message of stream.early.splice(0)) receive(stream, message)
}

const looks = new WeakMap<LiveHub, Map<string, Promise<Snapshot>>>()

/** Shares one query among all streams that receive the same event, for a topic that is open for everybody or for nobody. */
function checkOnce(hub: LiveHub, { topic, snapshot }: { topic: string; snapshot: Options['snapshot'] }): Promise<Snapshot> {
  const running = looks.get(hub) ?? new Map<string, Promise<Snapshot>>()
  looks.set(hub, running)
  const look = running.get(topic) ?? snapshot([topic]).finally(() => running.delete(topic))
  running.set(topic, look)
  return look
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
