import { randomUUID } from 'node:crypto'
import type { LiveMessage, Saying } from './events.ts'
import { isGuarded, isPartOf } from './topics.ts'

/** A topic that no reader may ask for: it is between processes. */
const accessTopic = '!access'

/** Who may hear of a topic, and of what is inside it, is another than before: one person, or with nobody named anybody. */
export type AccessChange = { topic: string; personId?: string | undefined }

/** An open stream that hears of what not everybody may hear. Nobody's is a visitor's. */
export type GuardedReader = { personId: string | null; topics: readonly string[]; lookAgain: (topics: string[]) => void }

export type LiveAccess = {
  /** After the commit. Every process cuts at once what it may concern, and looks what may be heard now. */
  changed: (change: AccessChange) => void
  /** Returns how to stop watching. */
  watch: (reader: GuardedReader) => () => void
}

type Ways = {
  listen: (topics: readonly string[], listener: { onEvent: (message: LiveMessage) => void; onGap: () => void }) => unknown
  say: (saying: Saying) => void
}

/**
 * Which streams have to look again. A word may be lost with the connection between processes: then all of them do.
 * A stream does not know what a post is part of, so a change inside one community concerns all posts that it hears of.
 */
export function openAccess(hub: Ways): LiveAccess {
  const byPerson = new Map<string | null, Set<GuardedReader>>()

  function lookAgain(readers: Iterable<GuardedReader>, concerns: (topic: string) => boolean) {
    for (const { topics, lookAgain: look } of [...readers]) {
      const concerned = topics.filter(concerns)
      if (concerned.length > 0) look(concerned)
    }
  }
  const everybody = () => [...byPerson.values()].flatMap((readers) => [...readers])

  function cut({ topic, personId }: AccessChange) {
    lookAgain(personId === undefined ? everybody() : (byPerson.get(personId) ?? []), (each) => each === topic || isPartOf(each, topic))
  }

  hub.listen([accessTopic], {
    onEvent({ data }) {
      const change = changeIn(data)
      if (change) cut(change)
    },
    onGap: () => lookAgain(everybody(), isGuarded),
  })

  return {
    changed(change) {
      // Here at once, also while the connection to the others is lost.
      cut(change)
      const name = randomUUID()
      hub.say({ topic: accessTopic, name, about: name, data: change })
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
