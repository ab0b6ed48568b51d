import { useEffect, useEffectEvent } from 'react'
import { type LiveEvent, liveStream } from './live-stream.ts'

export type { LiveEvent } from './live-stream.ts'

/** What tabs tell each other: an event, what each needs, who has gone, a new leader's question, and how the connection stands. */
type Word =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'need'; tab: string; topics: string[] }
  | { kind: 'stands'; topics: readonly string[] }
  | { kind: 'ask' | 'missed' | 'reset' }

type Listener = { topics: readonly string[]; onEvent: (event: LiveEvent) => void; onStands: () => void; isWaiting?: boolean }

const name = 'holdout-live'

let tabs: ReturnType<typeof openTabs> | undefined

/** All who came back at once do not ask at once. */
const resetSpreadMs = 2_000

/**
 * Hands over news of these topics while the component is shown. `onStands` is told each time when from now on nothing
 * said is missed, but what was said before may have been: then is the moment to fetch what there is.
 */
export function useLive(topics: readonly string[], onEvent: (event: LiveEvent) => void, onStands?: () => void): void {
  const hand = useEffectEvent(onEvent)
  const stands = useEffectEvent(() => onStands?.())
  const key = topics.join(',')
  useEffect(() => {
    if (key === '') return
    tabs ??= openTabs()
    return tabs.listen({ topics: key.split(','), onEvent: (event) => hand(event), onStands: () => stands() })
  }, [key])
}

/** Tells when events may have been missed: back from being hidden, or after a lost connection. */
export function onMissed(listener: () => void): () => void {
  tabs ??= openTabs()
  return tabs.onMissed(listener)
}

/** One connection for all tabs of this browser: the visible tab that holds the lock keeps it and shares what arrives. */
function openTabs() {
  const self = Math.random().toString(36).slice(2)
  const listeners = new Set<Listener>()
  const missedListeners = new Set<() => void>()
  const others = new Map<string, string[]>()
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null
  const stream = liveStream({ onEvent: share, onStands: shareStanding, onReset: resetAll, onRegained: regained })
  let stepDown: (() => void) | null = null
  let competing: AbortController | null = null
  let telling: ReturnType<typeof setTimeout> | undefined

  const needs = () => [...new Set([...listeners].flatMap(({ topics }) => topics))]
  const say = (word: Word) => channel?.postMessage(word)
  const missed = () => {
    for (const listener of missedListeners) listener()
  }

  function hand(event: LiveEvent) {
    for (const { topics, onEvent } of listeners) if (topics.includes(event.topic)) onEvent(event)
  }
  function share(event: LiveEvent) {
    say({ kind: 'event', event })
    hand(event)
  }
  function regained() {
    say({ kind: 'missed' })
    missed()
  }
  /** For those who have waited for it; the others have missed nothing. */
  function stands(topics: readonly string[]) {
    if (document.hidden) return
    for (const listener of listeners) {
      if (!listener.isWaiting || !listener.topics.every((topic) => topics.includes(topic))) continue
      listener.isWaiting = false
      listener.onStands()
    }
  }
  function shareStanding(topics: readonly string[]) {
    say({ kind: 'stands', topics })
    stands(topics)
  }
  function reset() {
    for (const listener of listeners) {
      listener.isWaiting = false
      listener.onStands()
    }
    missed()
  }
  function resetAll({ abrupt }: { abrupt: boolean }) {
    const tell = () => {
      say({ kind: 'reset' })
      reset()
    }
    if (abrupt) setTimeout(tell, Math.random() * resetSpreadMs)
    else tell()
  }
  /** Between two connections something may be missed: whoever listens waits for the next. */
  function waitAnew() {
    for (const listener of listeners) listener.isWaiting = true
  }
  function follow() {
    if (stepDown) stream.follow([...new Set([...needs(), ...[...others.values()].flat()])])
  }
  /** Told once for all the changes that one screen makes. */
  function needsChanged() {
    clearTimeout(telling)
    telling = setTimeout(() => {
      say({ kind: 'need', tab: self, topics: document.hidden ? [] : needs() })
      follow()
      // A topic that the stream has long followed is not told again by the server.
      for (const event of stream.latest(needs())) hand(event)
      stands(stream.standing())
    }, 50)
  }

  function lead(): Promise<void> {
    return new Promise((resolve) => {
      stepDown = () => {
        stepDown = null
        others.clear()
        stream.follow([])
        resolve()
      }
      say({ kind: 'ask' })
      waitAnew()
      follow()
    })
  }
  function compete() {
    if (stepDown || competing) return
    // Without locks (an address that is not secure) or a channel, each tab is its own leader.
    if (!channel || !('locks' in navigator)) return void lead()
    const asking = new AbortController()
    competing = asking
    navigator.locks.request(name, { signal: asking.signal }, () => (asking.signal.aborted ? undefined : lead())).catch(() => {})
  }
  function rest() {
    competing?.abort()
    competing = null
    stepDown?.()
    clearTimeout(telling)
    say({ kind: 'need', tab: self, topics: [] })
  }
  function wake() {
    waitAnew()
    compete()
    needsChanged()
  }

  channel?.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
    if (word.kind === 'event') hand(word.event)
    if (word.kind === 'missed') missed()
    if (word.kind === 'reset') reset()
    if (word.kind === 'stands') stands(word.topics)
    if (word.kind === 'ask') {
      waitAnew()
      needsChanged()
    }
    if (word.kind === 'need') {
      if (word.topics.length) others.set(word.tab, word.topics)
      else others.delete(word.tab)
      follow()
      for (const event of stream.latest(word.topics)) say({ kind: 'event', event })
      if (stepDown) say({ kind: 'stands', topics: stream.standing() })
    }
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return rest()
    missed()
    wake()
  })
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    missed()
    wake()
  })
  if (!document.hidden) compete()

  return {
    listen(given: Listener) {
      const listener = { ...given, isWaiting: true }
      listeners.add(listener)
      needsChanged()
      return () => {
        listeners.delete(listener)
        needsChanged()
      }
    },
    onMissed(listener: () => void) {
      missedListeners.add(listener)
      return () => void missedListeners.delete(listener)
    },
  }
}
