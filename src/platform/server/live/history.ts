import { randomBytes } from 'node:crypto'
import type { SaidEvent } from './events.ts'

type Entry = { id: string; topic: string; about: string; event: SaidEvent | null; size: number }
/** The places of a topic's entries in order, the newest about each thing, and the last place that was let go. */
type Kept = { places: Set<number>; newest: Map<string, number>; floor: number }

export const newId = () => randomBytes(12).toString('base64url')

/**
 * What was said lately, so that a reader who was cut off hears the rest: at most so many a topic and so many bytes in
 * all. It knows where its memory ends, and never gives a part for the whole.
 */
export function openHistory({ perTopic = 500, bytes = 8 * 1024 * 1024 } = {}) {
  const entries = new Map<number, Entry>()
  const topics = new Map<string, Kept>()
  const places = new Map<string, number>()
  let [last, floor, held] = [0, 0, 0]
  let newest = newId()
  places.set(newest, last)

  function letGo(place: number) {
    const entry = entries.get(place)
    const kept = entry && topics.get(entry.topic)
    if (!entry || !kept) return
    entries.delete(place)
    places.delete(entry.id)
    held -= entry.size
    kept.places.delete(place)
    if (kept.newest.get(entry.about) === place) kept.newest.delete(entry.about)
    if (kept.places.size === 0) topics.delete(entry.topic)
  }

  /** The reader is told what came after; what has become of the thing since makes this untrue. */
  function forget(place: number | undefined) {
    const entry = place === undefined ? undefined : entries.get(place)
    if (!entry) return
    entry.event = null
    held -= entry.size
    entry.size = 0
  }

  return {
    add(event: SaidEvent): void {
      const place = ++last
      const size = 200 + JSON.stringify(event.data).length * 2
      const kept: Kept = topics.get(event.topic) ?? { places: new Set(), newest: new Map(), floor: 0 }
      topics.set(event.topic, kept)
      forget(kept.newest.get(event.about))
      entries.set(place, { id: event.id, topic: event.topic, about: event.about, event, size })
      places.set(event.id, place)
      kept.places.add(place)
      kept.newest.set(event.about, place)
      held += size
      newest = event.id
      for (const oldest of kept.places) {
        if (kept.places.size <= perTopic) break
        kept.floor = oldest
        letGo(oldest)
      }
      for (const oldest of entries.keys()) {
        if (held <= bytes) break
        floor = oldest
        letGo(oldest)
      }
    },
    /** How far everything has come. */
    position: () => newest,
    knows: (id: string) => places.has(id),
    /** What was said of these topics after that position; null where it is not known, or not all of it. */
    since(id: string, asked: readonly string[]): SaidEvent[] | null {
      const from = places.get(id)
      if (from === undefined || from < floor) return null
      const found: number[] = []
      for (const topic of new Set(asked)) {
        const kept = topics.get(topic)
        if (!kept) continue
        if (kept.floor > from) return null
        for (const place of kept.places) if (place > from) found.push(place)
      }
      return found.sort((a, b) => a - b).flatMap((place) => entries.get(place)?.event ?? [])
    },
    /** Something was missed: nobody can come back to a position before this one. */
    clear(): void {
      entries.clear()
      topics.clear()
      places.clear()
      held = 0
      floor = ++last
      newest = newId()
      places.set(newest, last)
    },
  }
}
