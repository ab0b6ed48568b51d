import { randomUUID } from 'node:crypto'
import { gather } from '../gather.ts'
import type { LiveEvent } from './events.ts'

const spacingMs = 1_000
/** From this number of readers on, the count is updated less often, because one more or less hardly matters. */
const crowd = { from: 200, spacingMs: 5_000 }
const repeatMs = 20_000
const trustMs = 50_000
const gatherMs = 200
const prefix = '!here '
/** Readers counted per address: enough for a household, while a program that opens hundreds of streams hardly counts. */
const mostOfAddress = 3

type Presence = {
  /** Names this process, or one of several hubs in it. */
  self: string
  publish: (events: LiveEvent[]) => void
  deliverLocally: (event: LiveEvent) => void
  /** Open streams of each topic in this process. */
  mine: Map<string, number>
  /** Open streams of each topic and address. */
  ofAddress: Map<string, number>
  /** Reports of the other processes by topic and process. */
  others: Map<string, Map<string, { count: number; until: number }>>
  /** Topics whose count may have changed since it was last sent. */
  changed: Set<string>
  lastReported: Map<string, { here: number; at: number }>
  /** Counts that the other processes know. */
  reported: Map<string, number>
  /** Topics for which a new stream got a count that differs from the one sent to all others. */
  differing: Set<string>
  gathering: ReturnType<typeof gather>
}

/**
 * Counts the open streams of a topic without recording whose they are. Each process reports its own number to the others, at
 * most once a second per topic and again every 20 s. A process without a report for 50 s is not counted any more.
 */
export function openPresence({ publish, deliverLocally }: Pick<Presence, 'publish' | 'deliverLocally'>) {
  const presence: Presence = {
    self: randomUUID(),
    publish,
    deliverLocally,
    mine: new Map(),
    ofAddress: new Map(),
    others: new Map(),
    changed: new Set(),
    lastReported: new Map(),
    reported: new Map(),
    differing: new Set(),
    gathering: gather(() => flush(presence)),
  }
  const repeating = setInterval(() => repeat(presence), repeatMs)
  repeating.unref()
  return {
    /**
     * Number of readers, for a stream that begins. If it differs from the number that was sent last, the next count is sent even if it equals
     * that number: a reader who reconnects counts twice for a moment.
     */
    here(topic: string): number {
      const count = here(presence, topic)
      const last = presence.lastReported.get(topic)
      if (last && last.here !== count) presence.differing.add(topic)
      return count
    },
    /** Counts one more open stream of this address on this topic. Returns a function that ends this and may be called twice. */
    enter(topic: string, address: string): () => void {
      const key = `${topic} ${address}`
      if (add(presence.ofAddress, key, 1) <= mostOfAddress) change(presence, topic, 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        if (add(presence.ofAddress, key, -1) < mostOfAddress) change(presence, topic, -1)
      }
    },
    /** Stores the report of another process; false if the event is not a report. */
    receiveReport: (event: LiveEvent): boolean => receiveReport(presence, event),
    close() {
      presence.gathering.stop()
      clearInterval(repeating)
    },
  }
}

/** Adds to a count, which is removed at zero. Returns the new one. */
function add(counts: Map<string, number>, key: string, by: 1 | -1): number {
  const count = Math.max(0, (counts.get(key) ?? 0) + by)
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
  return count
}

function here({ mine, others }: Presence, topic: string): number {
  let sum = mine.get(topic) ?? 0
  for (const { count, until } of others.get(topic)?.values() ?? []) if (until > performance.now()) sum += count
  return sum
}

function change(presence: Presence, topic: string, by: 1 | -1): void {
  add(presence.mine, topic, by)
  markChanged(presence, topic)
}

function markChanged({ changed, gathering }: Presence, topic: string): void {
  changed.add(topic)
  gathering.soon(gatherMs)
}

function report({ self, mine, reported }: Presence, topic: string): LiveEvent {
  const count = mine.get(topic) ?? 0
  if (count > 0) reported.set(topic, count)
  else reported.delete(topic)
  return { topic: prefix + topic, data: { process: self, count } }
}

/** Reports the counts that changed, to the other processes and to the streams of this one. */
function flush(presence: Presence): void {
  const { mine, changed, lastReported, reported, differing } = presence
  const now = performance.now()
  const due = [...changed].filter((topic) => {
    const { at, here: before } = lastReported.get(topic) ?? { at: Number.NEGATIVE_INFINITY, here: 0 }
    return now - at >= (before >= crowd.from ? crowd.spacingMs : spacingMs)
  })
  const reports: LiveEvent[] = []
  for (const topic of due) {
    changed.delete(topic)
    const count = here(presence, topic)
    const before = lastReported.get(topic)
    if (reported.get(topic) !== mine.get(topic)) reports.push(report(presence, topic))
    if (differing.delete(topic) || before?.here !== count) presence.deliverLocally({ topic, data: { here: count } })
    if (mine.has(topic)) lastReported.set(topic, { here: count, at: now })
    else lastReported.delete(topic)
  }
  if (reports.length) presence.publish(reports)
  if (changed.size) presence.gathering.soon(gatherMs)
}

/** Reports all counts again, and drops processes whose reports have expired. */
function repeat(presence: Presence): void {
  const { mine, others } = presence
  const now = performance.now()
  for (const [topic, processes] of others) {
    for (const [process, { until }] of processes) if (until <= now && processes.delete(process) && mine.has(topic)) markChanged(presence, topic)
    if (processes.size === 0) others.delete(topic)
  }
  if (mine.size) presence.publish([...mine.keys()].map((topic) => report(presence, topic)))
}

function receiveReport(presence: Presence, { topic: reported, data }: LiveEvent): boolean {
  if (!reported.startsWith(prefix)) return false
  const { mine, others, lastReported } = presence
  const topic = reported.slice(prefix.length)
  const { process, count }: { process?: unknown; count?: unknown } = Object(data)
  if (typeof process !== 'string' || typeof count !== 'number' || process === presence.self) return true
  const processes = others.get(topic) ?? new Map<string, { count: number; until: number }>()
  if (count > 0) others.set(topic, processes.set(process, { count, until: performance.now() + trustMs }))
  else if (processes.delete(process) && processes.size === 0) others.delete(topic)
  if (mine.has(topic) && lastReported.get(topic)?.here !== here(presence, topic)) markChanged(presence, topic)
  return true
}
