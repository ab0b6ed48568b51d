/**
 * An event of a topic. One with an `id` is delivered once; of those without, only
 * the newest matters. `data` is null for a topic that this reader may not read.
 */
export type LiveEvent = { topic: string; data: unknown; id?: string }

const topicLimit = 100
const idsKept = 1_000

type Stream = { topics: ReadonlySet<string>; source: EventSource; latest: Map<string, LiveEvent>; hasBegun: boolean }

type Listener = {
  onEvent: (event: LiveEvent) => void
  /** The connection is open: from now on no event of these topics is missed. */
  onOpen: (topics: readonly string[]) => void
  /** Events may have been missed, after a lost connection or (`abrupt`) for all readers at the same time. */
  onReset: (how: { abrupt: boolean }) => void
  /** A lost connection is open again. */
  onRegained: () => void
}

/**
 * Manages the browser's one EventSource. `follow` opens it, replaces it when a topic is missing (the
 * old one stays open until the new one is, so no event is missed) and closes it when there are no
 * topics. A stream begins with the current state and continues from the position of the previous one.
 */
export function liveStream(listener: Listener) {
  let newest: Stream | undefined
  let openStream: Stream | undefined
  let position: string | undefined
  let failures = 0
  let isLost = false
  let retry: ReturnType<typeof setTimeout> | undefined
  const known = new Set<string>()

  /** Connections overlap for a moment, and a reconnected one may receive an event again, so ids are deduplicated. */
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
    if (newest !== openStream) newest?.source.close()
    const query = new URLSearchParams({ topics: topics.join(','), ...(position ? { since: position } : {}) })
    const source = new EventSource(`/api/v1/live?${query}`)
    const stream: Stream = { topics: new Set(topics), source, latest: new Map(), hasBegun: false }
    const on = (kind: string, handle: (message: MessageEvent<string>) => void) => source.addEventListener(kind, handle)
    newest = stream
    source.addEventListener('open', () => {
      failures = 0
      if (openStream !== stream) openStream?.source.close()
      openStream = stream
      listener.onOpen(topics)
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
    // The session of this stream has ended, so the page must check who is signed in.
    on('ended', listener.onRegained)
    source.addEventListener('error', () => {
      isLost = true
      stream.hasBegun = false
      stream.latest.clear()
      // EventSource reconnects by itself after a dropped connection, but not after a refused one (429, 503).
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
      openStream?.source.close()
      newest = undefined
      openStream = undefined
      position = undefined
      isLost = false
    },
    /** The last event of each of these topics. Events of new topics arrive by themselves when the stream opens. */
    latest: (topics: readonly string[]): LiveEvent[] => topics.flatMap((topic) => newest?.latest.get(topic) ?? []),
    /** The topics for which no event is missed at the moment. */
    openTopics: (): string[] => (openStream?.source.readyState === EventSource.OPEN ? [...openStream.topics] : []),
  }
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data: data ?? null } : null
}
