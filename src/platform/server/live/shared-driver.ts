import type { Log } from '../log.ts'
import { isSaid, type LiveDriver, type LiveEvent, type LiveMessage, type SaidEvent } from './events.ts'
import { newId } from './history.ts'
import { gapPayload, openUnpacking, payloadsOf } from './payloads.ts'

const checkMs = 10_000
const saidKept = 2_000

/** An open way to the other processes. */
export type Connection = {
  /** All of them, in this order, to this process as well; resolves when the server has them. */
  send: (payloads: string[]) => Promise<void>
  /** Throws where the server does not answer. */
  check: () => Promise<void>
  /** Never throws; `onEnd` is called in every case. */
  end: () => Promise<void>
}

type Ends = { onPayload: (payload: string) => void; onEnd: (error: unknown) => void }

type Given = {
  /** Connects and listens. Throws where it cannot, leaving nothing open. */
  connect: (ends: Ends) => Promise<Connection>
  /** What one payload may hold, in bytes. */
  payloadBytes: number
  /** What may be said of an error in the log. */
  reasonOf: (error: unknown) => Record<string, unknown>
  log: Log
}

/**
 * Messages between processes through a server that hands each to all who listen, in one order. While the connection is
 * lost this process tells its own listeners what is announced, owes the others the newest of each topic (of what was looked
 * up a new look), and keeps what was said until it can be sent; when it is back, something may have been missed, and that
 * is told.
 */
export function sharedDriver({ connect, payloadBytes, reasonOf, log }: Given): LiveDriver {
  const owed = new Map<string, LiveEvent>()
  const unpacking = openUnpacking()
  let said: SaidEvent[] = []
  let hasLost = false
  let sending: Promise<void> = Promise.resolve()
  let connection: Connection | null = null
  let listener: Parameters<LiveDriver['subscribe']>[0] = { onMessages: () => {}, onGap: () => {} }
  let hasListened = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let check: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    let [fresh, hasEnded]: [Connection | null, boolean] = [null, false]
    // What comes together with the answer that we listen is heard after the word that something was missed before it.
    let early: string[] | null = []
    try {
      fresh = await connect({
        onPayload: (payload) => void (early ? early.push(payload) : arrived(payload)),
        onEnd(error) {
          hasEnded = true
          if (fresh === null || connection !== fresh) return
          connection = null
          if (!closed) log.warn(reasonOf(error), 'live connection lost')
          openSoon()
        },
      })
    } catch (error) {
      log.warn(reasonOf(error), 'live connection failed')
      if (hasListened) openSoon()
      throw error
    }
    // Lost before it was of any use.
    if (hasEnded) return openSoon()
    connection = fresh
    lookAgain()
    if (hasListened) gap()
    hasListened = true
    const held = early
    early = null
    held.forEach(arrived)
    if (closed) await fresh.end()
    else await send().catch(() => {})
  }

  /** What was looked up while the connection was lost is old by now. */
  function lookAgain() {
    for (const [topic, event] of owed) {
      if (!event.lookAgain) continue
      owed.delete(topic)
      event.lookAgain()
    }
  }

  function openSoon() {
    clearTimeout(retry)
    if (!closed) retry = setTimeout(() => open().catch(() => {}), 250 + Math.random() * 500)
  }

  function arrived(payload: string) {
    const read = unpacking.read(payload)
    if (read === 'gap') gap()
    else listener.onMessages(read)
  }

  function gap() {
    unpacking.clear()
    listener.onGap()
  }

  /** One at a time on the one connection. */
  function send(): Promise<void> {
    sending = sending.catch(() => {}).then(payDebts)
    return sending
  }

  async function payDebts(): Promise<void> {
    const asked = connection
    if (!asked || said.length + owed.size + Number(hasLost) === 0) return
    const [kept, events, wasLost] = [said, [...owed.values()], hasLost]
    said = []
    owed.clear()
    hasLost = false
    try {
      await asked.send([...(wasLost ? [gapPayload] : []), ...payloadsOf([...kept, ...events], { newKey: newId, limit: payloadBytes })])
    } catch (error) {
      hasLost ||= wasLost
      said = [...kept, ...said]
      for (const event of events) if (!owed.has(event.topic)) owed.set(event.topic, event)
      listener.onMessages(events)
      // A connection that takes no message is none; its end makes another.
      await asked.end()
      throw error
    }
  }

  function keep(message: LiveMessage) {
    if (!isSaid(message)) return void owed.set(message.topic, message)
    said.push(message)
    if (said.length <= saidKept) return
    // Too many to keep: instead of them everybody is told that something was missed.
    said = []
    hasLost = true
  }

  /** Whoever only listens would never notice a connection that died without a word. */
  async function checkConnection(): Promise<void> {
    const asked = connection
    if (asked) await asked.check().catch(() => asked.end())
  }

  return {
    async publish(messages) {
      for (const message of messages) keep(message)
      if (connection) await send()
      else listener.onMessages(messages.filter((message) => !isSaid(message)))
    },
    async subscribe(given) {
      listener = given
      await open().catch((error: unknown) => {
        closed = true
        throw error
      })
      check = setInterval(() => void checkConnection(), checkMs)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(check)
      // What was said last is still sent.
      if (connection) await send().catch(() => {})
      await connection?.end()
    },
  }
}
