import type pg from 'pg'
import type { Log } from '../log.ts'
import { endClient, singleClient } from '../store/postgres.ts'
import { isSaid, type LiveDriver, type LiveEvent, type LiveMessage, type SaidEvent } from './events.ts'
import { newId } from './history.ts'
import { gapPayload, openUnpacking, payloadsOf } from './payloads.ts'

const channel = 'holdout_live'
const checkMs = 10_000
const saidKept = 2_000

/**
 * Messages between processes through LISTEN and NOTIFY on a connection of its own, never inside a write's transaction
 * (NOTIFY takes a lock that all commits share). All processes hear them in one order. While the connection is lost this
 * process tells its own listeners what is announced, owes the others the newest of each topic, and keeps what was said
 * until it can be sent; when it is back, something may have been missed, and that is told.
 */
export function postgresDriver(options: { url: string; log: Log }): LiveDriver {
  const owed = new Map<string, LiveEvent>()
  const unpacking = openUnpacking()
  let said: SaidEvent[] = []
  let hasLost = false
  let sending: Promise<void> = Promise.resolve()
  let client: pg.Client | null = null
  let listener: Parameters<LiveDriver['subscribe']>[0] = { onMessages: () => {}, onGap: () => {} }
  let hasListened = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let check: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = singleClient({ url: options.url, name: 'holdout live' })
    fresh.on('error', (error) => options.log.warn({ err: error }, 'live connection lost'))
    fresh.on('end', () => {
      if (client === fresh) client = null
      clearTimeout(retry)
      if (!closed) retry = setTimeout(() => connect().catch(() => {}), 250 + Math.random() * 500)
    })
    fresh.on('notification', ({ payload }) => arrived(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      options.log.warn({ err: error }, 'live connection failed')
      await endClient(fresh)
      throw error
    }
    client = fresh
    if (hasListened) gap()
    hasListened = true
    if (closed) await endClient(fresh)
    else await send().catch(() => {})
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
    const asked = client
    if (!asked || said.length + owed.size + Number(hasLost) === 0) return
    const [kept, events, wasLost] = [said, [...owed.values()], hasLost]
    said = []
    owed.clear()
    hasLost = false
    try {
      // One statement is one transaction: its notifications arrive together and in this order.
      const payloads = [...(wasLost ? [gapPayload] : []), ...payloadsOf([...kept, ...events], newId)]
      await asked.query('select pg_notify($1, payload) from unnest($2::text[]) with ordinality as p (payload, at) order by at', [channel, payloads])
    } catch (error) {
      hasLost ||= wasLost
      said = [...kept, ...said]
      for (const event of events) if (!owed.has(event.topic)) owed.set(event.topic, event)
      listener.onMessages(events)
      // A connection that takes no notification is none; its end makes another.
      await endClient(asked)
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
    const asked = client
    if (asked) await asked.query('select 1').catch(() => endClient(asked))
  }

  return {
    isShared: true,
    async publish(messages) {
      for (const message of messages) keep(message)
      if (client) await send()
      else listener.onMessages(messages.filter((message) => !isSaid(message)))
    },
    async subscribe(given) {
      listener = given
      await connect().catch((error: unknown) => {
        closed = true
        clearTimeout(retry)
        throw error
      })
      check = setInterval(() => void checkConnection(), checkMs)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(check)
      // What was said last is still sent.
      if (client) await send().catch(() => {})
      if (client) await endClient(client)
    },
  }
}
