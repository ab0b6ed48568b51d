import { gather, spacing } from '../gather.ts'
import type { Log } from '../log.ts'
import type { LiveEvent } from './events.ts'

/** Queries the current state of these topics together. A topic that does not exist any more has no event. */
export type ReadSnapshot = (topics: readonly string[]) => Promise<LiveEvent[]>

type Read = { topicOf: (id: string) => string; read: (ids: string[]) => Promise<ReadonlyMap<string, unknown>>; log: Log }

/** Makes a `ReadSnapshot` from a query by id. */
export function snapshotReader({ topicOf, read, log }: Read): ReadSnapshot {
  const start = topicOf('').length
  return async (topics) => {
    try {
      const known = await read(topics.map((topic) => topic.slice(start)))
      return [...known].map(([id, data]) => ({ topic: topicOf(id), data }))
    } catch (error) {
      log.warn({ err: error }, `snapshots of ${topicOf('')} topics could not be loaded; this will be retried`)
      throw error
    }
  }
}

// Long enough that the author's own page receives its answer first, and that many changes need one query.
const gatherMs = 250
const spacingMs = 1_000

/**
 * Publishes the current state of topics, each at most once a second. The state is queried at the time of publishing: a state
 * that was queried earlier and waited would arrive after a newer one of another process. One query of each kind runs at a
 * time, so that none overtakes another. A failed one is repeated.
 */
export function openSnapshots(publish: (events: LiveEvent[]) => void) {
  const waiting = new Map<ReadSnapshot, Set<string>>()
  const underWay = new Map<ReadSnapshot, Promise<void>>()
  const space = spacing(spacingMs)
  const gathering = gather(flush)
  let closed = false

  function ask(topics: readonly string[], look: ReadSnapshot) {
    if (closed) return
    const asked = waiting.get(look) ?? new Set()
    waiting.set(look, asked)
    for (const topic of topics) asked.add(topic)
    gathering.soon(gatherMs)
  }

  async function notify(topics: readonly string[], look: ReadSnapshot) {
    space.used(topics)
    try {
      const events = await look(topics)
      space.used(topics)
      if (events.length) publish(events.map((event) => ({ ...event, requery: () => ask([event.topic], look) })))
    } catch {
      ask(topics, look)
    } finally {
      underWay.delete(look)
    }
  }

  function flush() {
    for (const [look, asked] of waiting) {
      if (underWay.has(look)) continue
      const due = [...asked].filter(space.isDue)
      for (const topic of due) asked.delete(topic)
      if (asked.size === 0) waiting.delete(look)
      if (due.length) underWay.set(look, notify(due, look))
    }
    if (waiting.size) gathering.soon(gatherMs)
  }

  return {
    ask,
    async close() {
      closed = true
      gathering.stop()
      await Promise.all(underWay.values())
    },
  }
}
