import { randomBytes } from 'node:crypto'
import type { PublishedEvent } from './events.ts'

type Entry = { id: string; topic: string; about: string; event: PublishedEvent | null; size: number }
/** Sequence numbers: of a topic's entries in order, of the newest entry per object, and of the last one that was dropped. */
type Kept = { places: Set<number>; newest: Map<string, number>; floor: number }

export const newId = () => randomBytes(12).toString('base64url')

/**
 * Keeps recent reliable events, so that a reader that was disconnected can get those it missed: at most `perTopic` of each topic
 * and `bytes` in all. It knows which entries were dropped and never returns an incomplete list.
 */
export function openHistory({ perTopic = 500, bytes = 8 * 1024 * 1024 } = {}) {
  const entries = new Map<number, Entry>()
  const topics = new Map<string, Kept>()
  const places = new Map<string, number>()
  let [last, floor, storedBytes] = [0, 0, 0]
  let newest = newId()
  places.set(newest, last)

  function letGo(place: number) {
    const entry = entries.get(place)
    const kept = entry && topics.get(entry.topic)
    if (!entry || !kept) return
    entries.delete(place)
    places.delete(entry.id)
    storedBytes -= entry.size
    kept.places.delete(place)
    if (kept.newest.get(entry.about) === place) kept.newest.delete(entry.about)
    if (kept.places.size === 0) topics.delete(entry.topic)
  }

  /** Empties an entry but keeps its position. A newer event about the same object has made it outdated. */
  function forget(place: number | undefined) {
    const entry = place === undefined ? undefined : entries.get(place)
    if (!entry) return
    entry.event = null
    storedBytes -= entry.size
    entry.size = 0
  }

  return {
    add(event: PublishedEvent): void {
      const place = ++last
      const size = 200 + JSON.stringify(event.data).length * 2
      const kept: Kept = topics.get(event.topic) ?? { places: new Set(), newest: new Map(), floor: 0 }
      topics.set(event.topic, kept)
      forget(kept.newest.get(event.about))
      entries.set(place, { id: event.id, topic: event.topic, about: event.about, event, size })
      places.set(event.id, place)
      kept.places.add(place)
      kept.newest.set(event.about, place)
      storedBytes += size
      newest = event.id
      for (const oldest of kept.places) {
        if (kept.places.size <= perTopic) break
        kept.floor = oldest
        letGo(oldest)
      }
      for (const oldest of entries.keys()) {
        if (storedBytes <= bytes) break
        floor = oldest
        letGo(oldest)
      }
    },
    /** The id of the newest entry. */
    position: () => newest,
    knows: (id: string) => places.has(id),
    /** The reliable events of these topics after that position; null if the position is unknown or some of them were dropped. */
    since(id: string, asked: readonly string[]): PublishedEvent[] | null {
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
    /** Call it when messages were missed: no reader can continue from an earlier position. */
    clear(): void {
      entries.clear()
      topics.clear()
      places.clear()
      storedBytes = 0
      floor = ++last
      newest = newId()
      places.set(newest, last)
    },
  }
}
