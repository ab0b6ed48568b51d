import { createHash } from 'node:crypto'
import type { LiveAccess } from './access.ts'
import type { LiveEvent, LiveMessage } from './events.ts'
import { isGuarded, isReportedClosed } from './topics.ts'

/** How soon after a look that failed the next one comes, and up to so much later: those that failed together do not come together. */
const lookAgainMs = 300

/** What stands now, and the topics of which this stream is told nothing. */
export type Snapshot = { events: LiveEvent[]; closed: string[] }

type Given = {
  topics: readonly string[]
  access: LiveAccess
  /** Whose stream it is; null for a visitor. */
  personId: string | null
  snapshot: (topics: string[]) => Promise<Snapshot>
  send: (message: LiveMessage) => void
  /** Called for a topic that the person may not read or that does not exist; both look the same. */
  sendClosed: (topic: string) => void
}

/** The look that the stream begins with. */
const firstLook = 0

/**
 * What one stream hears of topics that not everybody may hear. Nothing passes before it is known that its person may hear
 * it, nor from the moment that somebody's access has changed until it is known anew; what came meanwhile is told then, the
 * newest of each topic. Where it cannot be known, nothing passes.
 */
export function openGuard({ topics, access, personId, snapshot, send, sendClosed }: Given) {
  const guarded = topics.filter(isGuarded)
  const open = new Set<string>()
  /** Which look at a topic is the newest, or null until it is asked, and the newest event since. */
  const looking = new Map<string, { look: number | null; newest: LiveMessage | null }>()
  /** Of each topic what was sent last, where a look found it: it is not sent again when the next finds the same. */
  const sent = new Map<string, string>()
  let lastLook = firstLook
  let [isAsking, hasEnded] = [false, false]
  for (const topic of guarded) looking.set(topic, { look: firstLook, newest: null })

  /** The topics of a look that was asked after the last change; with null those that are still to be asked. */
  const asked = (look: number | null) => (hasEnded ? [] : [...looking].filter(([, at]) => at.look === look).map(([topic]) => topic))

  function lookAgain(concerned: readonly string[]) {
    for (const topic of concerned) {
      open.delete(topic)
      looking.set(topic, { look: null, newest: null })
    }
    ask()
  }

  /** One look at a time: however often something changes meanwhile, one more answers all of it. */
  function ask() {
    const concerned = asked(null)
    if (isAsking || concerned.length === 0) return
    isAsking = true
    const look = ++lastLook
    for (const topic of concerned) looking.set(topic, { look, newest: null })
    snapshot(concerned)
      .then(
        (known) => settle(look, known),
        () => void setTimeout(() => lookAgain(asked(look)), lookAgainMs * (1 + Math.random())),
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

  const stopWatching = guarded.length > 0 ? access.watch({ personId, topics: guarded, lookAgain }) : () => {}

  return {
    /** What is told of a guarded topic passes here. */
    hear(message: LiveMessage) {
      const at = looking.get(message.topic)
      if (at) at.newest = message
      else if (open.has(message.topic)) pass(message)
    },
    /** With what the stream found when it began; null where it could not look. */
    begin: (known: Snapshot | null) => (known ? settle(firstLook, known) : lookAgain(asked(firstLook))),
    end() {
      hasEnded = true
      stopWatching()
    },
  }
}
