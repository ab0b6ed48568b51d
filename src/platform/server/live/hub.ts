import { type LiveAccess, openAccess } from './access.ts'
import { isSaid, type LiveDriver, type LiveEvent, type LiveMessage, type Saying } from './events.ts'
import { newId, openHistory } from './history.ts'
import { type Look, openLooks } from './looks.ts'
import { openPresence } from './presence.ts'

/** An open stream: what it is told, and that it may have missed something. */
export type LiveListener = { onEvent: (event: LiveMessage) => void; onGap: () => void }

export type LiveHub = {
  /** Says that a topic has news. Of one topic this process sends only the newest within a second. */
  announce: (event: LiveEvent) => void
  /** Says that a topic has news, which `look` finds when they are sent: whatever another process may tell as well. */
  announceLooked: (topic: string, look: Look) => void
  /** Says something that nobody who listens may miss: at once, in order, each once. */
  say: (saying: Saying) => void
  /** Nobody who comes back is told again what was said before: it may name somebody who is gone. */
  forget: () => void
  listen: (topics: readonly string[], listener: LiveListener) => () => void
  /** The topics that begin so and that somebody here listens to. */
  topics: (beginning: string) => string[]
  /** Tells only those who listen in this process: of what each process finds out for itself. */
  tell: (event: LiveEvent) => void
  /** How far everything said has come, as a reader may name it when it comes back. */
  position: () => string
  /** What was said of these topics after a position; null where nobody knows any more. */
  since: (position: string, topics: readonly string[]) => LiveMessage[] | null
  /** Whether a position is unknown that another process may have come to before this one. */
  mayComeTo: (position: string) => boolean
  /** Counts one more reader of a topic, of one address a few at most. Returns how to leave. */
  enter: (topic: string, address: string) => () => void
  here: (topic: string) => number
  /** Who may hear what not everybody may. */
  access: LiveAccess
  close: () => Promise<void>
}

const forgetTopic = '!forget'
const spacingMs = 1_000
const sayingBytes = 64 * 1024
const namesKept = 5_000

/** One hub a process: gathers what happened, sends it through the driver, and hands what arrives to the open streams. */
export async function openLiveHub(driver: LiveDriver): Promise<LiveHub> {
  const byTopic = new Map<string, Set<LiveListener>>()
  const waiting = new Map<string, LiveEvent>()
  const lastSent = new Map<string, number>()
  const history = openHistory()
  const names = new Set<string>()
  const presence = openPresence({ publish: (events) => void driver.publish(events).catch(() => {}), tell: hand })
  const looks = openLooks((events) => void driver.publish(events).catch(() => {}))
  let timer: NodeJS.Timeout | null = null

  function hand(message: LiveMessage) {
    for (const { onEvent } of byTopic.get(message.topic) ?? []) onEvent(message)
  }

  /** What was sent again after a broken connection may have come through the first time. */
  function isRepeated(name: string): boolean {
    if (names.has(name)) return true
    names.add(name)
    for (const oldest of names) {
      if (names.size <= namesKept) break
      names.delete(oldest)
    }
    return false
  }

  /** A position that every process knows, before anything was said since this one came. */
  function mark() {
    const id = newId()
    driver.publish([{ id, topic: '!mark', name: id, about: id, data: null }]).catch(() => {})
  }

  await driver.subscribe({
    onMessages(messages) {
      for (const message of messages) {
        if (presence.heard(message)) continue
        if (isSaid(message)) {
          if (isRepeated(`${message.topic} ${message.name}`)) continue
          if (message.topic === forgetTopic) history.clear()
          history.add(message)
        }
        hand(message)
      }
    },
    onGap() {
      history.clear()
      mark()
      for (const listener of new Set([...byTopic.values()].flatMap((set) => [...set]))) listener.onGap()
    },
  })

  mark()

  function flush() {
    timer = null
    const now = performance.now()
    const due: LiveEvent[] = []
    for (const [topic, event] of waiting) {
      if (now - (lastSent.get(topic) ?? Number.NEGATIVE_INFINITY) < spacingMs) continue
      waiting.delete(topic)
      lastSent.set(topic, now)
      due.push(event)
    }
    if (due.length) driver.publish(due).catch(() => {})
    if (lastSent.size > 10_000) for (const [topic, at] of lastSent) if (now - at > spacingMs) lastSent.delete(topic)
    if (waiting.size) schedule(50)
  }

  function schedule(ms: number) {
    timer ??= setTimeout(flush, ms)
  }

  const hub: Omit<LiveHub, 'access'> = {
    announce(event) {
      waiting.set(event.topic, event)
      schedule(5)
    },
    announceLooked: (topic, look) => looks.ask([topic], look),
    say(saying) {
      const size = Buffer.byteLength(JSON.stringify(saying))
      if (size > sayingBytes) throw new Error(`${size} bytes are too many to be said of ${saying.topic}`)
      driver.publish([{ ...saying, id: newId() }]).catch(() => {})
    },
    forget() {
      const id = newId()
      driver.publish([{ id, topic: forgetTopic, name: id, about: id, data: null }]).catch(() => {})
    },
    listen(topics, listener) {
      for (const topic of topics) {
        const set = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, set.add(listener))
      }
      return () => {
        for (const topic of topics) {
          const set = byTopic.get(topic)
          set?.delete(listener)
          if (set?.size === 0) byTopic.delete(topic)
        }
      }
    },
    topics: (beginning) => [...byTopic.keys()].filter((topic) => topic.startsWith(beginning)),
    tell: hand,
    position: history.position,
    since: history.since,
    mayComeTo: (position) => !history.knows(position),
    enter: presence.enter,
    here: presence.here,
    async close() {
      if (timer) clearTimeout(timer)
      presence.close()
      await looks.close()
      await driver.close()
    },
  }
  return { ...hub, access: openAccess(hub) }
}
