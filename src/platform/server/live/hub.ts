import { gather, spacing } from '../gather.ts'
import { type LiveAccess, openAccess } from './access.ts'
import { isPublished, type LiveDriver, type LiveEvent, type LiveMessage, type ReliableEvent } from './events.ts'
import { newId, openHistory } from './history.ts'
import { openPresence } from './presence.ts'
import { openSnapshots, type ReadSnapshot } from './snapshots.ts'

/** Callbacks of an open stream: for each event, and for a gap in which events may have been missed. */
export type LiveListener = { onEvent: (event: LiveMessage) => void; onGap: () => void }

export type LiveHub = {
  /** Publishes new data of a topic. This process sends at most one event per topic and second, with the newest data. */
  announce: (event: LiveEvent) => void
  /** Like `announce`, for data that other processes may publish as well: `look` queries it at the time of sending. */
  announceQueried: (topic: string, look: ReadSnapshot) => void
  /** Publishes an event that no listener may miss: immediately, in order, each once. */
  publishReliably: (event: ReliableEvent) => void
  /** Clears the history in every process, because earlier events may name a person whose account was deleted. */
  forget: () => void
  listen: (topics: readonly string[], listener: LiveListener) => () => void
  /** The topics with this prefix that have a listener in this process. */
  topics: (beginning: string) => string[]
  /** Delivers an event to the listeners of this process only, for data that each process queries itself. */
  deliverLocally: (event: LiveEvent) => void
  /** The id of the newest reliable event, from which a reader that reconnects can continue. */
  position: () => string
  /** The reliable events of these topics after a position; null if the history does not contain all of them. */
  since: (position: string, topics: readonly string[]) => LiveMessage[] | null
  /** True for a position that is unknown here; another process may have reached it first. */
  mayReach: (position: string) => boolean
  /** Counts one more reader of a topic, but only a few per address. Returns a function that ends this. */
  enter: (topic: string, address: string) => () => void
  here: (topic: string) => number
  /** Publishes changes of the access to topics that not everybody may read. */
  access: LiveAccess
  close: () => Promise<void>
}

const forgetTopic = '!forget'
const spacingMs = 1_000
const eventBytes = 64 * 1024
const namesKept = 5_000

/**
 * Opens the one hub of a process: it collects events, sends them through the driver, and passes arriving ones to the open
 * streams.
 */
export async function openLiveHub(driver: LiveDriver): Promise<LiveHub> {
  const byTopic = new Map<string, Set<LiveListener>>()
  const waiting = new Map<string, LiveEvent>()
  const space = spacing(spacingMs)
  const sending = gather(flush)
  const history = openHistory()
  const isRepeated = openRepeats()
  const presence = openPresence({ publish: (events) => void driver.publish(events).catch(() => {}), deliverLocally: deliver })
  const looks = openSnapshots((events) => void driver.publish(events).catch(() => {}))

  function deliver(message: LiveMessage) {
    for (const { onEvent } of byTopic.get(message.topic) ?? []) onEvent(message)
  }

  /** Publishes a position that all processes know, so that a reader can continue elsewhere even if no event follows. */
  function mark() {
    const id = newId()
    driver.publish([{ id, topic: '!mark', name: id, about: id, data: null }]).catch(() => {})
  }

  await driver.subscribe({
    onMessages(messages) {
      for (const message of messages) {
        if (presence.receiveReport(message)) continue
        if (isPublished(message)) {
          if (isRepeated(`${message.topic} ${message.name}`)) continue
          if (message.topic === forgetTopic) history.clear()
          history.add(message)
        }
        deliver(message)
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
    const due = [...waiting.values()].filter(({ topic }) => space.isDue(topic))
    for (const { topic } of due) waiting.delete(topic)
    space.used(due.map(({ topic }) => topic))
    if (due.length) driver.publish(due).catch(() => {})
    if (waiting.size) sending.soon(50)
  }

  const hub: Omit<LiveHub, 'access'> = {
    announce(event) {
      waiting.set(event.topic, event)
      sending.soon(5)
    },
    announceQueried: (topic, look) => looks.ask([topic], look),
    publishReliably(event) {
      const size = Buffer.byteLength(JSON.stringify(event))
      if (size > eventBytes) throw new Error(`${size} bytes are too many for one event of ${event.topic}`)
      driver.publish([{ ...event, id: newId() }]).catch(() => {})
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
    deliverLocally: deliver,
    position: history.position,
    since: history.since,
    mayReach: (position) => !history.knows(position),
    enter: presence.enter,
    here: presence.here,
    async close() {
      sending.stop()
      presence.close()
      await looks.close()
      await driver.close()
    },
  }
  return { ...hub, access: openAccess(hub) }
}

/** Detects a reliable event that arrives twice. The driver resends it after a lost connection, although it may have been delivered. */
function openRepeats(): (name: string) => boolean {
  const names = new Set<string>()
  return (name) => {
    if (names.has(name)) return true
    names.add(name)
    for (const oldest of names) {
      if (names.size <= namesKept) break
      names.delete(oldest)
    }
    return false
  }
}
