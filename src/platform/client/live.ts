import { useEffect, useEffectEvent } from 'react'
import { type LiveEvent, liveStream } from './live-stream.ts'

export type { LiveEvent } from './live-stream.ts'

/**
 * Messages between tabs: an event, the topics that a tab needs, a new leader's request for these, and the state of the
 * connection.
 */
type TabMessage =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'need'; tab: string; topics: string[] }
  | { kind: 'stands'; topics: readonly string[] }
  | { kind: 'ask' | 'missed' | 'reset' }

type Listener = { topics: readonly string[]; onEvent: (event: LiveEvent) => void; onOpen: () => void; isWaiting?: boolean }

const name = 'holdout-live'

let tabs: ReturnType<typeof openTabs> | undefined

/** Spreads the refetches of readers who are reset at the same time. */
const resetSpreadMs = 2_000

/**
 * Delivers events of these topics while the component is mounted. Calls `onOpen` each time the stream opens: later events are not missed,
 * earlier ones may have been, so the caller refetches.
 */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void, onOpen?: () => void): void {
  const hand = useEffectEvent(onEvent)
  const notifyOpened = useEffectEvent(() => onOpen?.())
  const key = topics.join(',')
  useEffect(() => {
    if (key === '') return
    tabs ??= openTabs()
    return tabs.listen({ topics: key.split(','), onEvent: (event) => hand(event), onOpen: () => notifyOpened() })
  }, [key])
}

/** Calls `listener` when events may have been missed: after the tab was hidden, or after a lost connection. */
export function onMissed(listener: () => void): () => void {
  tabs ??= openTabs()
  return tabs.onMissed(listener)
}

/** The live events of this tab, and its part in the connection that all tabs share. */
type Tabs = {
  self: string
  listeners: Set<Listener>
  missedListeners: Set<() => void>
  /** Topics that the other tabs need, while this tab leads. */
  others: Map<string, string[]>
  channel: BroadcastChannel | null
  stream: ReturnType<typeof liveStream>
  /** Gives up the connection; null while another tab leads. */
  stepDown: (() => void) | null
  /** The pending request for the lock. */
  competing: AbortController | null
  sharing?: ReturnType<typeof setTimeout>
}

/**
 * Opens one connection for all tabs of this browser: the visible tab with the Web Lock keeps it open and shares events with the
 * others.
 */
function openTabs() {
  const tabs: Tabs = {
    self: Math.random().toString(36).slice(2),
    listeners: new Set(),
    missedListeners: new Set(),
    others: new Map(),
    channel: 'BroadcastChannel' in window ? new BroadcastChannel(name) : null,
    stream: liveStream({
      onEvent: (event) => share(tabs, event),
      onOpen: (topics) => shareState(tabs, topics),
      onReset: ({ abrupt }) => resetAll(tabs, abrupt),
      onRegained() {
        postToTabs(tabs, { kind: 'missed' })
        reportMissed(tabs)
      },
    }),
    stepDown: null,
    competing: null,
  }
  tabs.channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(tabs, data))
  document.addEventListener('visibilitychange', () => (document.hidden ? rest(tabs) : wake(tabs)))
  window.addEventListener('pagehide', () => rest(tabs))
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake(tabs))
  if (!document.hidden) compete(tabs)
  return {
    listen(given: Listener) {
      const listener = { ...given, isWaiting: true }
      tabs.listeners.add(listener)
      shareNeeds(tabs)
      return () => {
        tabs.listeners.delete(listener)
        shareNeeds(tabs)
      }
    },
    onMissed(listener: () => void) {
      tabs.missedListeners.add(listener)
      return () => void tabs.missedListeners.delete(listener)
    },
  }
}

const needsOf = ({ listeners }: Tabs) => [...new Set([...listeners].flatMap(({ topics }) => topics))]
const postToTabs = ({ channel }: Tabs, word: TabMessage) => channel?.postMessage(word)

function reportMissed({ missedListeners }: Tabs): void {
  for (const listener of missedListeners) listener()
}

function deliver({ listeners }: Tabs, event: LiveEvent): void {
  for (const { topics, onEvent } of listeners) if (topics.includes(event.topic)) onEvent(event)
}

function share(tabs: Tabs, event: LiveEvent): void {
  postToTabs(tabs, { kind: 'event', event })
  deliver(tabs, event)
}

function receive(tabs: Tabs, word: TabMessage): void {
  if (word.kind === 'event') deliver(tabs, word.event)
  if (word.kind === 'missed') reportMissed(tabs)
  if (word.kind === 'reset') reset(tabs)
  if (word.kind === 'stands') notifyOpened(tabs, word.topics)
  if (word.kind === 'ask') {
    waitForReopening(tabs)
    shareNeeds(tabs)
  }
  if (word.kind === 'need') {
    if (word.topics.length) tabs.others.set(word.tab, word.topics)
    else tabs.others.delete(word.tab)
    follow(tabs)
    for (const event of tabs.stream.latest(word.topics)) postToTabs(tabs, { kind: 'event', event })
    if (tabs.stepDown) postToTabs(tabs, { kind: 'stands', topics: tabs.stream.openTopics() })
  }
}

/** Notifies the listeners that wait for these topics; the others have missed nothing. */
function notifyOpened({ listeners }: Tabs, topics: readonly string[]): void {
  if (document.hidden) return
  for (const listener of listeners) {
    if (!listener.isWaiting || !listener.topics.every((topic) => topics.includes(topic))) continue
    listener.isWaiting = false
    listener.onOpen()
  }
}

function shareState(tabs: Tabs, topics: readonly string[]): void {
  postToTabs(tabs, { kind: 'stands', topics })
  notifyOpened(tabs, topics)
}

function reset(tabs: Tabs): void {
  for (const listener of tabs.listeners) {
    listener.isWaiting = false
    listener.onOpen()
  }
  reportMissed(tabs)
}

function resetAll(tabs: Tabs, abrupt: boolean): void {
  const notify = () => {
    postToTabs(tabs, { kind: 'reset' })
    reset(tabs)
  }
  if (abrupt) setTimeout(notify, Math.random() * resetSpreadMs)
  else notify()
}

/** Events may be missed between two connections, so every listener waits until the next one is open. */
function waitForReopening({ listeners }: Tabs): void {
  for (const listener of listeners) listener.isWaiting = true
}

function follow(tabs: Tabs): void {
  if (tabs.stepDown) tabs.stream.follow([...new Set([...needsOf(tabs), ...[...tabs.others.values()].flat()])])
}

/** Debounced, so that the tab sends one message for all changes of one screen. */
function shareNeeds(tabs: Tabs): void {
  clearTimeout(tabs.sharing)
  tabs.sharing = setTimeout(() => {
    const needs = needsOf(tabs)
    postToTabs(tabs, { kind: 'need', tab: tabs.self, topics: document.hidden ? [] : needs })
    follow(tabs)
    // The server does not resend the state of a topic that the stream already follows.
    for (const event of tabs.stream.latest(needs)) deliver(tabs, event)
    notifyOpened(tabs, tabs.stream.openTopics())
  }, 50)
}

function lead(tabs: Tabs): Promise<void> {
  return new Promise((resolve) => {
    tabs.stepDown = () => {
      tabs.stepDown = null
      tabs.others.clear()
      tabs.stream.follow([])
      resolve()
    }
    postToTabs(tabs, { kind: 'ask' })
    waitForReopening(tabs)
    follow(tabs)
  })
}

function compete(tabs: Tabs): void {
  if (tabs.stepDown || tabs.competing) return
  // Without Web Locks (an insecure origin) or BroadcastChannel, each tab is its own leader.
  if (!tabs.channel || !('locks' in navigator)) return void lead(tabs)
  const competition = new AbortController()
  tabs.competing = competition
  navigator.locks.request(name, { signal: competition.signal }, () => (competition.signal.aborted ? undefined : lead(tabs))).catch(() => {})
}

/** Gives up the connection while the tab is hidden. */
function rest(tabs: Tabs): void {
  tabs.competing?.abort()
  tabs.competing = null
  tabs.stepDown?.()
  clearTimeout(tabs.sharing)
  postToTabs(tabs, { kind: 'need', tab: tabs.self, topics: [] })
}

function wake(tabs: Tabs): void {
  reportMissed(tabs)
  waitForReopening(tabs)
  compete(tabs)
  shareNeeds(tabs)
}
