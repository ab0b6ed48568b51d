import type pg from 'pg'
import type { Log } from '../log.ts'
import { endClient, singleClient } from '../store/postgres.ts'
import type { LiveDriver, LiveEvent } from './hub.ts'

const channel = 'holdout_live'
const payloadLimit = 7_500
const checkMs = 10_000

/**
 * Events between processes through LISTEN and NOTIFY on a connection of its own, never inside a write's transaction
 * (NOTIFY takes a lock that all commits share). Several events travel in one notification. While the connection is lost
 * this process tells its own listeners, and owes the others the newest event of each topic until it is back.
 */
export function postgresDriver(options: { url: string; log: Log }): LiveDriver {
  const owed = new Map<string, LiveEvent>()
  let sending: Promise<void> = Promise.resolve()
  let client: pg.Client | null = null
  let onEvents: (events: LiveEvent[]) => void = () => {}
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
    fresh.on('notification', ({ payload }) => onEvents(payload ? JSON.parse(payload) : []))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      options.log.warn({ err: error }, 'live connection failed')
      await endClient(fresh)
      throw error
    }
    client = fresh
    if (closed) await endClient(fresh)
    else await send().catch(() => {})
  }

  /** One at a time on the one connection. */
  function send(): Promise<void> {
    sending = sending.catch(() => {}).then(payDebts)
    return sending
  }

  async function payDebts(): Promise<void> {
    const asked = client
    if (!asked) return
    const events = [...owed.values()]
    if (events.length === 0) return
    owed.clear()
    try {
      for (const payload of payloads(events)) await asked.query('select pg_notify($1, $2)', [channel, payload])
    } catch (error) {
      for (const event of events) if (!owed.has(event.topic)) owed.set(event.topic, event)
      onEvents(events)
      // A connection that takes no notification is none; its end makes another.
      await endClient(asked)
      throw error
    }
  }

  /** Whoever only listens would never notice a connection that died without a word. */
  async function checkConnection(): Promise<void> {
    const asked = client
    if (asked) await asked.query('select 1').catch(() => endClient(asked))
  }

  return {
    async publish(events) {
      for (const event of events) owed.set(event.topic, event)
      if (client) await send()
      else onEvents(events)
    },
    async subscribe(listener) {
      onEvents = listener
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
      if (client) await endClient(client)
    },
  }
}

/** Packs events into as few notifications as PostgreSQL's 8,000 bytes allow. */
function payloads(events: LiveEvent[]): string[] {
  const packed: LiveEvent[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const event of events) {
    const length = Buffer.byteLength(JSON.stringify(event)) + 1
    if (size + length > payloadLimit) {
      packed.push([])
      size = 2
    }
    packed.at(-1)?.push(event)
    size += length
  }
  return packed.map((batch) => JSON.stringify(batch))
}
