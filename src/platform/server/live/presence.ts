import { randomUUID } from 'node:crypto'
import type { LiveEvent } from './events.ts'

const spacingMs = 1_000
/** With many there, one more or less is no news. */
const crowd = { from: 200, spacingMs: 5_000 }
const repeatMs = 20_000
const trustMs = 50_000
const prefix = '!here '
/** Of one address: a household counts, a program that opens hundreds of streams does not. */
const mostOfAddress = 3

/**
 * How many streams are open on a topic, and nothing about whose. Each process counts its own and tells the others, at
 * most once a second a topic and again every 20 s; one that has not been heard of for 50 s is not counted any more.
 */
export function openPresence(ways: { publish: (events: LiveEvent[]) => void; tell: (event: LiveEvent) => void }) {
  const self = randomUUID()
  const mine = new Map<string, number>()
  const ofAddress = new Map<string, number>()
  const others = new Map<string, Map<string, { count: number; until: number }>>()
  const changed = new Set<string>()
  const told = new Map<string, { here: number; at: number }>()
  const reported = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  function here(topic: string): number {
    let sum = mine.get(topic) ?? 0
    for (const { count, until } of others.get(topic)?.values() ?? []) if (until > performance.now()) sum += count
    return sum
  }

  function report(topic: string): LiveEvent {
    const count = mine.get(topic) ?? 0
    if (count > 0) reported.set(topic, count)
    else reported.delete(topic)
    return { topic: prefix + topic, data: { process: self, count } }
  }

  function flush() {
    timer = null
    const now = performance.now()
    const due = [...changed].filter((topic) => {
      const { at, here: before } = told.get(topic) ?? { at: Number.NEGATIVE_INFINITY, here: 0 }
      return now - at >= (before >= crowd.from ? crowd.spacingMs : spacingMs)
    })
    const reports: LiveEvent[] = []
    for (const topic of due) {
      changed.delete(topic)
      const count = here(topic)
      const before = told.get(topic)
      if (reported.get(topic) !== mine.get(topic)) reports.push(report(topic))
      if (before?.here !== count) ways.tell({ topic, data: { here: count } })
      if (mine.has(topic)) told.set(topic, { here: count, at: now })
      else told.delete(topic)
    }
    if (reports.length) ways.publish(reports)
    if (changed.size) schedule()
  }
  function schedule() {
    timer ??= setTimeout(flush, 200)
  }
  function change(topic: string, by: 1 | -1) {
    const count = (mine.get(topic) ?? 0) + by
    if (count > 0) mine.set(topic, count)
    else mine.delete(topic)
    changed.add(topic)
    schedule()
  }
  const repeating = setInterval(() => {
    const now = performance.now()
    for (const [topic, processes] of others) {
      for (const [process, { until }] of processes) if (until <= now && processes.delete(process) && mine.has(topic)) changed.add(topic)
      if (processes.size === 0) others.delete(topic)
    }
    if (mine.size) ways.publish([...mine.keys()].map(report))
    if (changed.size) schedule()
  }, repeatMs)
  repeating.unref()

  return {
    here,
    /** One more stream of this address is open on this topic. Returns how to leave, which may be called again. */
    enter(topic: string, address: string): () => void {
      const key = `${topic} ${address}`
      const before = ofAddress.get(key) ?? 0
      ofAddress.set(key, before + 1)
      if (before < mostOfAddress) change(topic, 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = (ofAddress.get(key) ?? 1) - 1
        if (left > 0) ofAddress.set(key, left)
        else ofAddress.delete(key)
        if (left < mostOfAddress) change(topic, -1)
      }
    },
    /** Takes in what another process reports; false where the event is no report. */
    heard({ topic: reported, data }: LiveEvent): boolean {
      if (!reported.startsWith(prefix)) return false
      const topic = reported.slice(prefix.length)
      const { process, count }: { process?: unknown; count?: unknown } = Object(data)
      if (typeof process !== 'string' || typeof count !== 'number' || process === self) return true
      const processes = others.get(topic) ?? new Map<string, { count: number; until: number }>()
      if (count > 0) others.set(topic, processes.set(process, { count, until: performance.now() + trustMs }))
      else if (processes.delete(process) && processes.size === 0) others.delete(topic)
      if (mine.has(topic) && told.get(topic)?.here !== here(topic)) {
        changed.add(topic)
        schedule()
      }
      return true
    },
    close() {
      if (timer) clearTimeout(timer)
      clearInterval(repeating)
    },
  }
}
