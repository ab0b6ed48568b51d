import type { IncomingMessage, ServerResponse } from 'node:http'
import { isSaid, type LiveMessage } from './events.ts'
import { openGuard, type Snapshot } from './guard.ts'
import type { LiveHub } from './hub.ts'
import { hasVersion, isGathering, isGuarded, isOwn, positionOf } from './topics.ts'

const pingMs = 15_000
/** How long a process may be behind the one that a reader comes from: half a second of looks, so that one that stood still reads what has come meanwhile. */
const lag = { looks: 20, stepMs: 25 }
const bufferCap = 256 * 1024

type Stream = {
  request: IncomingMessage
  response: ServerResponse
  /** Whose stream it is, for counting who is there. */
  address: string
  /** Who hears it, where not everybody may; null for a visitor. */
  personId: string | null
  hub: LiveHub
  topics: string[]
  /** On every answer, streams included. */
  headers: Record<string, string>
  /** What stands now, for whatever happened between the page's rendering and this moment, as far as this person may hear it. */
  snapshot: (topics: string[]) => Promise<Snapshot>
  onEnd: () => void
}

/**
 * One open server-sent stream, written on the raw response. It begins with what stands now and, for a reader that comes
 * back, with what was said meanwhile; where that is not known any more it says `reset`. A word every 15 s keeps it open
 * and tells how far the reader has come. A reader that falls 256 kB behind is cut and comes back by itself, so a stalled
 * one never grows the server's memory. Returns how to end it; `session ended` is told to the page, which then asks who it is.
 */
export function serveStream({ request, response, address, personId, hub, topics, headers, snapshot, onEnd }: Stream): (why?: 'session ended') => void {
  const asked = positionOf(request)
  const opened = hub.position()
  // Its end is the end of the connection: without chunks each write is one piece, shared by all who hear it.
  response.removeHeader('transfer-encoding')
  response.shouldKeepAlive = false
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`)

  let [ended, begun, isBehind, corked] = [false, false, false, false]
  const heard = new Set<string>()
  const closed = new Set<string>()
  const leaving: (() => void)[] = []
  const sendClosed = (topic: string) => send(`event: closed\ndata: ${JSON.stringify({ topic })}\n\n`)
  const guard = openGuard({ topics, access: hub.access, personId, snapshot, sendClosed, send: (message) => send(frameOf(message)) })
  leaving.push(guard.end)

  function send(text: string) {
    // A burst is no fault of the reader's: only what its connection does not take counts against it.
    if (corked && response.writableLength > bufferCap) {
      response.uncork()
      response.cork()
    }
    if (response.writableLength > bufferCap) return response.destroy()
    // What arrives in one turn of the loop leaves in one piece: a burst costs each reader one write.
    if (!corked) {
      corked = true
      response.cork()
      setImmediate(letGo)
    }
    response.write(text)
  }
  function letGo() {
    corked = false
    response.uncork()
  }
  const sendPosition = (word: 'position' | 'reset') => send(`event: ${word}\nid: ${hub.position()}\ndata: {}\n\n`)

  const stop = hub.listen(topics, {
    onEvent(message) {
      if (isGuarded(message.topic)) return guard.hear(message)
      // What is said before the beginning is told there, in its place.
      if (!begun && isSaid(message)) return
      heard.add(message.topic)
      if (!closed.has(message.topic)) send(frameOf(message))
      else if (isSaid(message)) openAgain(message)
    },
    onGap() {
      if (begun) sendPosition('reset')
      else isBehind = true
    },
  })

  const gathered = new Map<string, () => void>()
  function gather(topic: string) {
    gathered.set(topic, hub.enter(topic, address))
  }
  /** Where a campaign has ended, nobody is there any more; what is deleted of its chat is still told to whoever has it on the screen. */
  function leaveEnded(concerned: string[]) {
    for (const topic of concerned.filter((each) => gathered.has(each)))
      lookOnce(hub, { topic, snapshot })
        .then(({ closed: now }) => {
          if (!now.includes(topic)) return
          gathered.get(topic)?.()
          gathered.delete(topic)
        })
        // Without the store nobody knows: it is counted until it leaves by itself.
        .catch(() => {})
  }
  const gathering = topics.filter(isGathering)
  if (gathering.length > 0) leaving.push(hub.access.watch({ personId, topics: gathering, lookAgain: leaveEnded }))

  const opening = new Map<string, LiveMessage[]>()
  /** Where something is said, what was closed may be open by now, as the chat of a draft that was published. */
  function openAgain(message: LiveMessage) {
    const { topic } = message
    const waiting = opening.get(topic)
    if (waiting) return void waiting.push(message)
    const missed = [message]
    opening.set(topic, missed)
    lookOnce(hub, { topic, snapshot })
      .then(({ closed: still }) => {
        if (ended || still.includes(topic)) return
        closed.delete(topic)
        gather(topic)
        for (const one of missed) send(frameOf(one))
      })
      // Without the store nobody knows: the next word asks again.
      .catch(() => {})
      .finally(() => opening.delete(topic))
  }

  function beginOnceThere(known: Snapshot) {
    let looks = 0
    const look = () => (asked && !ended && hub.mayComeTo(asked) && looks++ < lag.looks ? void setTimeout(look, lag.stepMs) : begin(known))
    look()
  }
  function begin(known: Snapshot) {
    if (ended) return
    for (const topic of known.closed) closed.add(topic)
    const open = topics.filter((topic) => !closed.has(topic) && !isGuarded(topic))
    const said = isBehind ? null : hub.since(asked ?? opened, open)
    // More than its connection may take at once would be cut again at every return: it fetches anew instead.
    const missed = said && said.reduce((length, message) => length + frameOf(message).length, 0) > bufferCap / 2 ? null : said
    begun = true
    open.filter(isGathering).forEach(gather)
    // What was heard meanwhile is newer, or its change is told yet. Of what has a version the page keeps the newer one.
    const isTold = ({ topic }: { topic: string }) => isGuarded(topic) || (heard.has(topic) && !hasVersion(topic))
    for (const event of known.events) if (!isTold(event)) send(frameOf(event))
    for (const topic of open.filter(isGathering)) send(frameOf({ topic, data: { here: hub.here(topic) } }))
    for (const message of missed ?? []) send(frameOf(message))
    sendPosition(missed ? 'position' : 'reset')
  }
  function beginKnowing(known: Snapshot) {
    guard.begin(known)
    beginOnceThere(known)
  }
  snapshot(topics).then(beginKnowing, () => {
    // Without the store nobody knows what may be told of a gathering: the reader comes back. Numbers move on without it.
    if (topics.some(isGathering)) return void response.end()
    guard.begin(null)
    beginOnceThere({ events: [], closed: [] })
  })

  const ping = setInterval(() => (begun ? sendPosition('position') : send(': ping\n\n')), pingMs)
  function end() {
    if (ended) return
    ended = true
    clearInterval(ping)
    stop()
    for (const leave of [...leaving, ...gathered.values()]) leave()
    onEnd()
  }
  request.on('close', end)
  response.on('close', end)
  response.on('error', end)
  return (why) => {
    if (why) response.write('event: ended\ndata: {}\n\n')
    response.end()
  }
}

const looks = new WeakMap<LiveHub, Map<string, Promise<Snapshot>>>()

/** One look into the store for all streams that hear the same word, of a topic that is open for everybody or for nobody. */
function lookOnce(hub: LiveHub, { topic, snapshot }: { topic: string; snapshot: Stream['snapshot'] }): Promise<Snapshot> {
  const running = looks.get(hub) ?? new Map<string, Promise<Snapshot>>()
  looks.set(hub, running)
  const look = running.get(topic) ?? snapshot([topic]).finally(() => running.delete(topic))
  running.set(topic, look)
  return look
}

const frames = new WeakMap<LiveMessage, string>()

/** An event as it is on the wire, written once for all who hear it. */
function frameOf(message: LiveMessage): string {
  const known = frames.get(message)
  if (known !== undefined) return known
  const data = JSON.stringify({ topic: isOwn(message.topic) ? 'me' : message.topic, data: message.data })
  const frame = isSaid(message) ? `event: said\nid: ${message.id}\ndata: ${data}\n\n` : `event: change\ndata: ${data}\n\n`
  frames.set(message, frame)
  return frame
}
