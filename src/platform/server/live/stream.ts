import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LiveEvent, LiveHub } from './hub.ts'

const pingMs = 15_000
const bufferCap = 256 * 1024
const topicLimit = 100
/** High on purpose: a whole town may stand behind one address. */
export const streamsPerAddress = 500
const knownTopic = /^(stats|campaign:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The topics of a request's `?topics=`, or null when one is not known or there are too many. */
export function topicsOf(address: string): string[] | null {
  const asked = new URL(address, 'http://localhost').searchParams.get('topics')?.split(',') ?? []
  const topics = [...new Set(asked)]
  if (topics.length === 0 || topics.length > topicLimit) return null
  return topics.every((topic) => knownTopic.test(topic)) ? topics : null
}

type Stream = {
  request: IncomingMessage
  response: ServerResponse
  hub: LiveHub
  topics: string[]
  /** On every answer, streams included. */
  headers: Record<string, string>
  /** What stands now, for whatever happened between the page's rendering and this moment. */
  snapshot: (topics: string[]) => Promise<LiveEvent[]>
  onEnd: () => void
}

/**
 * One open server-sent stream, written on the raw response, with a ping every 15 s. A reader that falls 256 kB behind
 * is cut and comes back by itself, so a stalled one never grows the server's memory. Returns how to end it.
 */
export function serveStream({ request, response, hub, topics, headers, snapshot, onEnd }: Stream): () => void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`)

  function send(text: string) {
    if (response.writableLength > bufferCap) return response.destroy()
    response.write(text)
  }
  let ended = false
  const heard = new Set<string>()
  function tell({ topic, data }: LiveEvent) {
    send(`event: change\ndata: ${JSON.stringify({ topic, data })}\n\n`)
  }
  const stop = hub.listen(topics, (event) => {
    heard.add(event.topic)
    tell(event)
  })
  snapshot(topics).then(
    (events) => {
      // What was heard meanwhile is newer.
      for (const event of events) if (!ended && !heard.has(event.topic)) tell(event)
    },
    () => {},
  )
  const ping = setInterval(() => send(': ping\n\n'), pingMs)
  function end() {
    if (ended) return
    ended = true
    clearInterval(ping)
    stop()
    onEnd()
  }
  request.on('close', end)
  response.on('close', end)
  response.on('error', end)
  return () => response.end()
}
