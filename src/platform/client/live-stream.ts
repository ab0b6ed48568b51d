export type LiveEvent = { topic: string; data: unknown }

const topicLimit = 100

type Stream = { topics: ReadonlySet<string>; source: EventSource; latest: Map<string, LiveEvent> }

/**
 * The one open connection. `follow` opens it, opens it anew when a topic is missing (the old one stays until the new
 * one stands, so nothing falls between) and closes it when there are none. A stream begins with what stands now, so
 * `onRegained` is told only of a connection made after one was lost or refused.
 */
export function liveStream(options: { onEvent: (event: LiveEvent) => void; onRegained: () => void }) {
  let newest: Stream | undefined
  let standing: Stream | undefined
  let failures = 0
  let isLost = false
  let retry: ReturnType<typeof setTimeout> | undefined

  function connect(topics: readonly string[]) {
    clearTimeout(retry)
    if (newest !== standing) newest?.source.close()
    const source = new EventSource(`/api/v1/live?topics=${encodeURIComponent(topics.join(','))}`)
    const stream: Stream = { topics: new Set(topics), source, latest: new Map() }
    newest = stream
    source.addEventListener('open', () => {
      failures = 0
      if (standing !== stream) standing?.source.close()
      standing = stream
      if (!isLost) return
      isLost = false
      options.onRegained()
    })
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const event = eventOf(data)
      if (!event) return
      stream.latest.set(event.topic, event)
      options.onEvent(event)
    })
    source.addEventListener('error', () => {
      isLost = true
      stream.latest.clear()
      // A dropped connection comes back by itself; a refused one (429, 503) waits for us.
      if (source.readyState !== EventSource.CLOSED || newest !== stream) return
      failures += 1
      clearTimeout(retry)
      retry = setTimeout(() => connect(topics), Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random()))
    })
  }

  return {
    follow(wanted: readonly string[]) {
      const topics = wanted.slice(-topicLimit)
      const current = newest
      if (current && topics.length > 0 && topics.every((topic) => current.topics.has(topic))) return
      if (topics.length > 0) return connect(topics)
      clearTimeout(retry)
      newest?.source.close()
      standing?.source.close()
      newest = undefined
      standing = undefined
      isLost = false
    },
    /** What the stream has last said of these topics; the rest it will say by itself when it opens. */
    latest: (topics: readonly string[]): LiveEvent[] => topics.flatMap((topic) => newest?.latest.get(topic) ?? []),
  }
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data } : null
}
