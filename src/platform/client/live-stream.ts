/** News of a topic. One that was said has an id and comes once; of the others only the newest counts. `data` is null for a topic that this reader may not read. */
export type LiveEvent = { topic: string; data: unknown; id?: string }

const topicLimit = 100
const idsKept = 1_000

type Stream = { topics: ReadonlySet<string>; source: EventSource; latest: Map<string, LiveEvent>; hasBegun: boolean }

type Listener = {
  onEvent: (event: LiveEvent) => void
  /** From now on nothing that is said of these topics is missed. */
  onStands: (topics: readonly string[]) => void
  /** Something said may have been missed, after a lost connection or (`abrupt`) for all readers at once. */
  onReset: (how: { abrupt: boolean }) => void
  /** A connection was lost and stands again. */
  onRegained: () => void
}

/**
 * The one open connection. `follow` opens it, opens it anew when a topic is missing (the old one stays until the new
 * one stands, so nothing falls between) and closes it when there are none. A stream begins with what stands now and goes
 * on from where the last one was.
 */
export function liveStream(listener: Listener) {
  let newest: Stream | undefined
  let standing: Stream | undefined
  let position: string | undefined
  let failures = 0
  let isLost = false
  let retry: ReturnType<typeof setTimeout> | undefined
  const known = new Set<string>()

  /** Two connections overlap for a moment, and one that comes back may be told a thing again. */
  function isKnown(id: string): boolean {
    if (known.has(id)) return true
    known.add(id)
    for (const oldest of known) {
      if (known.size <= idsKept) break
      known.delete(oldest)
    }
    return false
  }

  function connect(topics: readonly string[]) {
    clearTimeout(retry)
    if (newest !== standing) newest?.source.close()
    const query = new URLSearchParams({ topics: topics.join(','), ...(position ? { since: position } : {}) })
    const source = new EventSource(`/api/v1/live?${query}`)
    const stream: Stream = { topics: new Set(topics), source, latest: new Map(), hasBegun: false }
    const on = (kind: string, hear: (message: MessageEvent<string>) => void) => source.addEventListener(kind, hear)
    newest = stream
    source.addEventListener('open', () => {
      failures = 0
      if (standing !== stream) standing?.source.close()
      standing = stream
      listener.onStands(topics)
    })
    const keep = (event: LiveEvent | null) => {
      if (!event) return
      stream.latest.set(event.topic, event)
      listener.onEvent(event)
    }
    on('change', ({ data }) => keep(eventOf(data)))
    on('closed', ({ data }) => keep(eventOf(data)))
    on('said', ({ data, lastEventId: id }) => {
      const event = eventOf(data)
      position = id
      if (event && !isKnown(id)) listener.onEvent({ ...event, id })
    })
    on('position', ({ lastEventId }) => {
      position = lastEventId
      stream.hasBegun = true
      if (isLost) listener.onRegained()
      isLost = false
    })
    on('reset', ({ lastEventId }) => {
      position = lastEventId
      listener.onReset({ abrupt: stream.hasBegun })
      stream.hasBegun = true
      isLost = false
    })
    // The session that it belonged to is over: whoever reads here asks who it is now.
    on('ended', listener.onRegained)
    source.addEventListener('error', () => {
      isLost = true
      stream.hasBegun = false
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
      position = undefined
      isLost = false
    },
    /** What the stream has last said of these topics; the rest it will say by itself when it opens. */
    latest: (topics: readonly string[]): LiveEvent[] => topics.flatMap((topic) => newest?.latest.get(topic) ?? []),
    /** The topics of which nothing is missed now. */
    standing: (): string[] => (standing?.source.readyState === EventSource.OPEN ? [...standing.topics] : []),
  }
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data: data ?? null } : null
}
