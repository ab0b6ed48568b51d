import { gather, spacing } from '../gather.ts'
import { type LiveAccess, openAccess } from './access.ts'
import { isReliable, type LiveDriver, type LiveEvent, type LiveMessage, type ReliableEvent } from './events.ts'
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
  listen: (topics: readonly string[], listener: LiveListener) => () => void
  /** The topics with this prefix that have a listener in this process. */
  topics: (beginning: string) => string[]
  /** Delivers an event to the listeners of this process only, for data that each process queries itself. */
  deliverLocally: (event: LiveEvent) => void
  /** Publishes changes of the access to topics that not everybody may read. */
  access: LiveAccess
  close: () => Promise<void>
}

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
  const isRepeated = openRepeats()
  const looks = openSnapshots((events) => void driver.publish(events).catch(() => {}))

  function deliver(message: LiveMessage) {
    for (const { onEvent } of byTopic.get(message.topic) ?? []) onEvent(message)
  }

  await driver.subscribe({
    onMessages(messages) {
      for (const message of messages) if (!(isReliable(message) && isRepeated(`${message.topic} ${message.name}`))) deliver(message)
    },
    onGap() {
      for (const listener of new Set([...byTopic.values()].flatMap((set) => [...set]))) listener.onGap()
    },
  })

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
      driver.publish([event]).catch(() => {})
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
    async close() {
      sending.stop()
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
