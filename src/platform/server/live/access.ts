import { randomUUID } from 'node:crypto'
import type { LiveMessage, ReliableEvent } from './events.ts'
import { isGuarded, isPartOf } from './topics.ts'

/** Internal topic between processes; no reader can subscribe to it. */
const accessTopic = '!access'

/** A change of the access to a topic and its content, for one person or, without `personId`, for everybody. */
export type AccessChange = { topic: string; personId?: string | undefined }

/** An open stream that rechecks the access to some of its topics. `personId` is null for a visitor. */
export type GuardedReader = { personId: string | null; topics: readonly string[]; recheck: (topics: string[]) => void }

export type LiveAccess = {
  /** Call it after the commit. Each process withholds the affected topics immediately and rechecks the access to them. */
  changed: (change: AccessChange) => void
  /** Returns a function that stops watching. */
  watch: (reader: GuardedReader) => () => void
}

type Ways = {
  listen: (topics: readonly string[], listener: { onEvent: (message: LiveMessage) => void; onGap: () => void }) => unknown
  publishReliably: (event: ReliableEvent) => void
}

/**
 * Makes the affected streams recheck their access. An event may be lost with the connection between processes, so every
 * stream rechecks its guarded topics after a gap. The community of a post is unknown here, so a change in any community
 * rechecks all topics of posts.
 */
export function openAccess(hub: Ways): LiveAccess {
  const byPerson = new Map<string | null, Set<GuardedReader>>()

  function recheck(readers: Iterable<GuardedReader>, concerns: (topic: string) => boolean) {
    for (const { topics, recheck: look } of [...readers]) {
      const concerned = topics.filter(concerns)
      if (concerned.length > 0) look(concerned)
    }
  }
  const everybody = () => [...byPerson.values()].flatMap((readers) => [...readers])

  function cut({ topic, personId }: AccessChange) {
    recheck(personId === undefined ? everybody() : (byPerson.get(personId) ?? []), (each) => each === topic || isPartOf(each, topic))
  }

  hub.listen([accessTopic], {
    onEvent({ data }) {
      const change = changeIn(data)
      if (change) cut(change)
    },
    onGap: () => recheck(everybody(), isGuarded),
  })

  return {
    changed(change) {
      // Applies in this process immediately, even while the connection to the others is lost.
      cut(change)
      hub.publishReliably({ topic: accessTopic, name: randomUUID(), data: change })
    },
    watch(reader) {
      const readers = byPerson.get(reader.personId) ?? new Set()
      byPerson.set(reader.personId, readers.add(reader))
      return () => {
        readers.delete(reader)
        if (readers.size === 0 && byPerson.get(reader.personId) === readers) byPerson.delete(reader.personId)
      }
    },
  }
}

function changeIn(data: unknown): AccessChange | null {
  const { topic, personId }: { topic?: unknown; personId?: unknown } = Object(data)
  return typeof topic === 'string' ? { topic, personId: typeof personId === 'string' ? personId : undefined } : null
}
