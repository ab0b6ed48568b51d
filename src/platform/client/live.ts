import { useEffect, useEffectEvent } from 'react'

/** An event of a topic. `data` is null for a topic that this reader may not read. */
export type LiveEvent = { topic: string; data: unknown }

/** `isWaiting`: events may be missed until the next connection has begun. */
type Listener = { topics: readonly string[]; onEvent: (event: LiveEvent) => void; onOpen: () => void; isWaiting: boolean }

/** `latest` is the newest state of each topic, for components that are mounted later. */
type Connection = { topics: ReadonlySet<string>; source: EventSource; latest: Map<string, LiveEvent>; hasBegun: boolean }

const topicLimit = 100

const listeners = new Set<Listener>()
const missedListeners = new Set<() => void>()
let current: Connection | undefined
/** Events may have been missed since the last connection had begun. */
let isLost = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let following: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/**
 * Delivers events of these topics while the component is mounted. Some may arrive twice. Calls `onOpen` each time the stream begins: later
 * events are not missed, earlier ones may have been, so the caller refetches.
 */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void, onOpen?: () => void): void {
  const hand = useEffectEvent(onEvent)
  const notifyOpened = useEffectEvent(() => onOpen?.())
  const key = topics.join(',')
  useEffect(() => {
    if (key === '') return
    const listener: Listener = { topics: key.split(','), onEvent: (event) => hand(event), onOpen: () => notifyOpened(), isWaiting: true }
    watchWindow()
    listeners.add(listener)
    followSoon()
    return () => {
      listeners.delete(listener)
      followSoon()
    }
  }, [key])
}

/** Calls `listener` when events may have been missed: after the window was hidden, or after a lost connection. */
export function onMissed(listener: () => void): () => void {
  watchWindow()
  missedListeners.add(listener)
  return () => void missedListeners.delete(listener)
}

/** Closes the connection while the window is hidden. */
function watchWindow(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : wake()))
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake())
}

function wake(): void {
  reportMissed()
  followSoon()
}

function reportMissed(): void {
  for (const listener of missedListeners) listener()
}

/** Debounced, so that the parts of a screen, which appear one after another, cause one connection. */
function followSoon(): void {
  clearTimeout(following)
  following = setTimeout(follow, 250)
}

/** Opens a connection if the present one lacks a topic. It begins with the state of all topics, and every listener is told to refetch. */
function follow(): void {
  const wanted = document.hidden ? [] : [...new Set([...listeners].flatMap((listener) => listener.topics))]
  // A long list must not push out the bell.
  const topics = wanted.filter((topic, at) => topic === 'me' || wanted.length - at < topicLimit)
  if (topics.length === 0) close()
  else if (!current || topics.some((topic) => !current?.topics.has(topic))) connect(topics)
  else if (current.hasBegun) catchUp(current)
}

function connect(topics: readonly string[]): void {
  disconnect()
  const source = new EventSource(`/api/v1/live?${new URLSearchParams({ topics: topics.join(',') })}`)
  const connection: Connection = { topics: new Set(topics), source, latest: new Map(), hasBegun: false }
  current = connection
  const on = (kind: string, handle: (message: MessageEvent<string>) => void) => source.addEventListener(kind, handle)
  const keep = ({ data }: MessageEvent<string>) => {
    const event = eventOf(data)
    if (!event) return
    connection.latest.set(event.topic, event)
    deliver(event)
  }
  on('change', keep)
  on('closed', keep)
  on('said', ({ data }) => {
    const event = eventOf(data)
    if (event) deliver(event)
  })
  on('begun', () => begin(connection))
  // The session of this connection has ended, so the page must check who is signed in.
  on('ended', reportMissed)
  source.addEventListener('error', () => lose(connection))
}

/** The state of all topics has arrived. A stream that begins once more may have missed events in between. */
function begin(connection: Connection): void {
  failures = 0
  if (connection.hasBegun) markMissed()
  connection.hasBegun = true
  catchUp(connection)
  if (isLost) reportMissed()
  isLost = false
}

/** Brings waiting listeners up to date. */
function catchUp({ topics, latest }: Connection): void {
  for (const listener of listeners) {
    if (!listener.isWaiting || !listener.topics.some((topic) => topics.has(topic))) continue
    listener.isWaiting = false
    for (const event of latest.values()) if (listener.topics.includes(event.topic)) listener.onEvent(event)
    listener.onOpen()
  }
}

function deliver(event: LiveEvent): void {
  for (const { topics, onEvent, isWaiting } of listeners) if (!isWaiting && topics.includes(event.topic)) onEvent(event)
}

function markMissed(): void {
  isLost = true
  for (const listener of listeners) listener.isWaiting = true
}

function lose(connection: Connection): void {
  connection.latest.clear()
  connection.hasBegun = false
  markMissed()
  // EventSource reconnects by itself after a dropped connection, but not after a refused one (429, 503).
  if (connection.source.readyState !== EventSource.CLOSED) return
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(() => connect([...connection.topics]), Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random()))
}

function disconnect(): void {
  clearTimeout(retry)
  current?.source.close()
  current = undefined
  for (const listener of listeners) listener.isWaiting = true
}

function close(): void {
  clearTimeout(following)
  disconnect()
  isLost = false
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data: data ?? null } : null
}
