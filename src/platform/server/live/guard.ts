import { createHash } from 'node:crypto'
import type { LiveAccess } from './access.ts'
import type { LiveEvent, LiveMessage } from './events.ts'
import { isGuarded, isReportedClosed } from './topics.ts'

/** Delay before a failed check is repeated, plus a random time of up to as much, so that streams do not retry together. */
const recheckMs = 300

/** The current state of topics, and the topics whose events this stream must not send. */
export type Snapshot = { events: LiveEvent[]; closed: string[] }

type Options = {
  topics: readonly string[]
  access: LiveAccess
  /** The person of the stream; null for a visitor. */
  personId: string | null
  snapshot: (topics: string[]) => Promise<Snapshot>
  send: (message: LiveMessage) => void
  /** Called for a topic that the person may not read or that does not exist; the reader cannot distinguish these cases. */
  sendClosed: (topic: string) => void
}

export type Guard = ReturnType<typeof openGuard>

/** Number of the check whose result is passed to `begin`. */
const firstCheck = 0

/**
 * Filters the events of guarded topics for one stream. Sends no event of a topic before a check has shown that the person may
 * read it, and none between a change of access and the next check. Then it sends the newest event of the time between, or
 * else the state that the check found. While checks fail, it sends nothing.
 */
export function openGuard({ topics, access, personId, snapshot, send, sendClosed }: Options) {
  const guarded = topics.filter(isGuarded)
  const open = new Set<string>()
  /** Topics whose check is pending: the number of the check (null until it starts) and the newest event since then. */
  const looking = new Map<string, { look: number | null; newest: LiveMessage | null }>()
  /** Hash of the last data sent per topic, if a check found it, so that a check that finds the same sends nothing. */
  const sent = new Map<string, string>()
  let lastCheck = firstCheck
  let [isAsking, hasEnded] = [false, false]
  for (const topic of guarded) looking.set(topic, { look: firstCheck, newest: null })

  /** Topics whose newest check is this one; with null, those whose check has not started. */
  const asked = (look: number | null) => (hasEnded ? [] : [...looking].filter(([, at]) => at.look === look).map(([topic]) => topic))

  function recheck(concerned: readonly string[]) {
    for (const topic of concerned) {
      open.delete(topic)
      looking.set(topic, { look: null, newest: null })
    }
    ask()
  }

  /** Runs one check at a time. All changes during a check are covered by one more check. */
  function ask() {
    const concerned = asked(null)
    if (isAsking || concerned.length === 0) return
    isAsking = true
    const look = ++lastCheck
    for (const topic of concerned) looking.set(topic, { look, newest: null })
    snapshot(concerned)
      .then(
        (known) => settle(look, known),
        () => void setTimeout(() => recheck(asked(look)), recheckMs * (1 + Math.random())),
      )
      .finally(() => {
        isAsking = false
        ask()
      })
  }

  function settle(look: number, known: Snapshot) {
    for (const topic of asked(look)) {
      const newest = looking.get(topic)?.newest
      looking.delete(topic)
      if (known.closed.includes(topic)) {
        sent.delete(topic)
        if (isReportedClosed(topic)) sendClosed(topic)
        continue
      }
      open.add(topic)
      if (newest) pass(newest)
      else sendNew(known.events.find((event) => event.topic === topic))
    }
  }

  function pass(message: LiveMessage) {
    sent.delete(message.topic)
    send(message)
  }

  function sendNew(found: LiveEvent | undefined) {
    if (!found) return
    const digest = createHash('sha1').update(JSON.stringify(found.data)).digest('base64')
    if (sent.get(found.topic) === digest) return
    sent.set(found.topic, digest)
    send(found)
  }

  const stopWatching = guarded.length > 0 ? access.watch({ personId, topics: guarded, recheck }) : () => {}

  return {
    /** Receives each event of a guarded topic and sends it if the topic is open. */
    receive(message: LiveMessage) {
      const at = looking.get(message.topic)
      if (at) at.newest = message
      else if (open.has(message.topic)) pass(message)
    },
    /** Takes the snapshot that the stream begins with; null if it could not be read. */
    begin: (known: Snapshot | null) => (known ? settle(firstCheck, known) : recheck(asked(firstCheck))),
    end() {
      hasEnded = true
      stopWatching()
    },
  }
}
