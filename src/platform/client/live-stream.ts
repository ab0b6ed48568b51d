export type LiveEvent = { topic: string; data: unknown }

const topicLimit = 100

type Stream = { topics: ReadonlySet<string>; source: EventSource; retry?: ReturnType<typeof setTimeout> }

/**
 * The one open connection. `follow` opens it, opens it anew when a topic is missing (the old one stays until the new
 * one stands, so nothing falls between) and closes it when there are none. `onOpen` is told of every connection made.
 */
export function liveStream(options: { onEvent: (event: LiveEvent) => void; onOpen: () => void }) {
  let newest: Stream | undefined
  let standing: Stream | undefined
  let failures = 0

  function connect(topics: readonly string[]) {
    if (newest !== standing) end(newest)
    const source = new EventSource(`/api/v1/live?topics=${encodeURIComponent(topics.join(','))}`)
    const stream: Stream = { topics: new Set(topics), source }
    newest = stream
    source.addEventListener('open', () => {
      failures = 0
      if (standing !== stream) end(standing)
      standing = stream
      options.onOpen()
    })
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const event = eventOf(data)
      if (event) options.onEvent(event)
    })
    source.addEventListener('error', () => {
      // A dropped connection comes back by itself; a refused one (429, 503) waits for us.
      if (source.readyState !== EventSource.CLOSED || newest !== stream) return
      failures += 1
      stream.retry = setTimeout(() => connect(topics), Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random()))
    })
  }

  return {
    follow(wanted: readonly string[]) {
      const topics = wanted.slice(-topicLimit)
      const current = newest
      if (current && topics.length > 0 && topics.every((topic) => current.topics.has(topic))) return
      if (topics.length > 0) return connect(topics)
      end(newest)
      end(standing)
      newest = undefined
      standing = undefined
    },
  }
}

function end(stream: Stream | undefined) {
  clearTimeout(stream?.retry)
  stream?.source.close()
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data } : null
}
