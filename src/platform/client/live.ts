import { useEffect, useEffectEvent } from 'react'

/** An event of a topic. `data` is null for a topic that this reader may not read. */
export type LiveEvent = { topic: string; data: unknown }

/** `isWaiting`: events may be missed until the next connection has begun. */
type Listener = { topics: readonly string[]; onEvent: (event: LiveEvent) => void; onOpen: () => void; isWaiting: boolean }

/** `latest` is the newest state of each topic, for components that are mounted later. */
type Connection = { topics: ReadonlySet<string>; source: EventSource; latest: Map<string, LiveEvent> }

const topicLimit = 100
/** Spreads the refetches of readers who miss events at the same time. */
const resetSpreadMs = 2_000

const listeners = new Set<Listener>()
const missedListeners = new Set<() => void>()
/** The connection that was opened last, and the one that delivers events, which stays open until the other has begun. */
let newest: Connection | undefined
let current: Connection | undefined
let isLost = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let following: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/**
 * Delivers events of these topics while the component is mounted. Some may arrive twice. Calls `onOpen` each time the stream opens: later
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

/** Debounced, so that all changes of one screen cause one connection. */
function followSoon(): void {
  clearTimeout(following)
  following = setTimeout(follow, 50)
}

/** Opens a connection if the present one lacks a topic. It replaces that one when it has begun, so no event is missed. */
function follow(): void {
  const topics = document.hidden ? [] : [...new Set([...listeners].flatMap((listener) => listener.topics))].slice(-topicLimit)
  if (topics.length === 0) return void close()
  if (current) catchUp(current)
  if (!newest || topics.some((topic) => !newest?.topics.has(topic))) connect(topics)
}

function connect(topics: readonly string[]): void {
  clearTimeout(retry)
  if (newest !== current) newest?.source.close()
  const source = new EventSource(`/api/v1/live?${new URLSearchParams({ topics: topics.join(',') })}`)
  const connection: Connection = { topics: new Set(topics), source, latest: new Map() }
  newest = connection
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
  on('reset', () => {
    if (current === connection) return void setTimeout(reloadAll, Math.random() * resetSpreadMs)
    isLost = true
    begin(connection)
  })
  // The session of this connection has ended, so the page must check who is signed in.
  on('ended', reportMissed)
  source.addEventListener('error', () => lose(connection))
}

function begin(connection: Connection): void {
  failures = 0
  if (current !== connection) current?.source.close()
  current = connection
  catchUp(connection)
  if (isLost) reportMissed()
  isLost = false
}

/** Brings listeners up to date that this connection serves from now on; the others have missed nothing. */
function catchUp({ topics, latest }: Connection): void {
  for (const listener of listeners) {
    if (!listener.isWaiting || !listener.topics.every((topic) => topics.has(topic))) continue
    listener.isWaiting = false
    for (const event of latest.values()) if (listener.topics.includes(event.topic)) listener.onEvent(event)
    listener.onOpen()
  }
}

function deliver(event: LiveEvent): void {
  for (const { topics, onEvent, isWaiting } of listeners) if (!isWaiting && topics.includes(event.topic)) onEvent(event)
}

/** Events of a running connection may have been missed. */
function reloadAll(): void {
  for (const { isWaiting, onOpen } of listeners) if (!isWaiting) onOpen()
  reportMissed()
}

function lose(connection: Connection): void {
  connection.latest.clear()
  if (connection === current) {
    current = undefined
    for (const listener of listeners) listener.isWaiting = true
  }
  if (!current) isLost = true
  if (connection !== newest) return void connection.source.close()
  // EventSource reconnects by itself after a dropped connection, but not after a refused one (429, 503).
  if (connection.source.readyState !== EventSource.CLOSED) return
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(() => connect([...connection.topics]), Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random()))
}

function close(): void {
  clearTimeout(retry)
  clearTimeout(following)
  for (const connection of [newest, current]) connection?.source.close()
  newest = undefined
  current = undefined
  isLost = false
  for (const listener of listeners) listener.isWaiting = true
}

function eventOf(text: string): LiveEvent | null {
  const { topic, data }: { topic?: unknown; data?: unknown } = Object(JSON.parse(text))
  return typeof topic === 'string' ? { topic, data: data ?? null } : null
}
