import type { Log } from '../log.ts'
import type { LiveEvent } from './events.ts'

/** Looks up what these topics have to tell, all in one question. One that is gone has nothing. */
export type Look = (topics: readonly string[]) => Promise<LiveEvent[]>

type Read = { topicOf: (id: string) => string; read: (ids: string[]) => Promise<ReadonlyMap<string, unknown>>; log: Log }

/** A look at what is known by id. */
export function lookFor({ topicOf, read, log }: Read): Look {
  const start = topicOf('').length
  return async (topics) => {
    try {
      const known = await read(topics.map((topic) => topic.slice(start)))
      return [...known].map(([id, data]) => ({ topic: topicOf(id), data }))
    } catch (error) {
      log.warn({ err: error }, `news on ${topicOf('')} could not be looked up; it is tried again`)
      throw error
    }
  }
}

// Long enough that an author's own page has its answer first, and that many changes are one look into the store.
const gatherMs = 250
const spacingMs = 1_000
const sentKept = 10_000

/**
 * Tells what stands in the store, of one topic at most once a second, and looks it up only when it is told: what is looked up
 * first and then held arrives after the newer news of another process. Of each kind one look is under way, so that
 * none passes another; one that fails is tried again.
 */
export function openLooks(publish: (events: LiveEvent[]) => void) {
  const waiting = new Map<Look, Set<string>>()
  const underWay = new Map<Look, Promise<void>>()
  const lastSent = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  function ask(topics: readonly string[], look: Look) {
    if (closed) return
    const asked = waiting.get(look) ?? new Set()
    waiting.set(look, asked)
    for (const topic of topics) asked.add(topic)
    timer ??= setTimeout(flush, gatherMs)
  }

  function sent(topics: readonly string[]) {
    const now = performance.now()
    for (const topic of topics) lastSent.set(topic, now)
    if (lastSent.size > sentKept) for (const [topic, at] of lastSent) if (now - at > spacingMs) lastSent.delete(topic)
  }

  async function tell(topics: readonly string[], look: Look) {
    sent(topics)
    try {
      const events = await look(topics)
      sent(topics)
      if (events.length) publish(events.map((event) => ({ ...event, lookAgain: () => ask([event.topic], look) })))
    } catch {
      ask(topics, look)
    } finally {
      underWay.delete(look)
    }
  }

  function flush() {
    timer = null
    const now = performance.now()
    for (const [look, asked] of waiting) {
      if (underWay.has(look)) continue
      const due = [...asked].filter((topic) => now - (lastSent.get(topic) ?? Number.NEGATIVE_INFINITY) >= spacingMs)
      for (const topic of due) asked.delete(topic)
      if (asked.size === 0) waiting.delete(look)
      if (due.length) underWay.set(look, tell(due, look))
    }
    if (waiting.size) timer = setTimeout(flush, gatherMs)
  }

  return {
    ask,
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}
