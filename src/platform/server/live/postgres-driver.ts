import pg from 'pg'
import type { Log } from '../log.ts'
import type { LiveDriver, LiveEvent } from './hub.ts'

const channel = 'holdout_live'
const payloadLimit = 7_500

/**
 * Events between processes through LISTEN and NOTIFY on a connection of its own, never inside a write's transaction
 * (NOTIFY takes a lock that all commits share). Several events travel in one notification. After a lost connection it
 * listens again; what was said meanwhile is lost, and the next event of a topic carries the whole state.
 */
export function postgresDriver(options: { url: string; log: Log }): LiveDriver {
  let client: pg.Client | null = null
  let onEvents: (events: LiveEvent[]) => void = () => {}
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: options.url, application_name: 'holdout live', keepAlive: true })
    fresh.on('error', (error) => options.log.warn({ err: error }, 'live connection lost'))
    fresh.on('end', () => {
      client = null
      clearTimeout(retry)
      if (!closed) retry = setTimeout(() => connect().catch(() => {}), 250 + Math.random() * 500)
    })
    fresh.on('notification', ({ payload }) => onEvents(payload ? JSON.parse(payload) : []))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      client = fresh
      if (closed) await fresh.end()
    } catch (error) {
      options.log.warn({ err: error }, 'live connection failed')
      await fresh.end().catch(() => {})
      throw error
    }
  }

  return {
    async publish(events) {
      for (const payload of payloads(events)) {
        if (client) await client.query('select pg_notify($1, $2)', [channel, payload])
        else onEvents(JSON.parse(payload))
      }
    },
    async subscribe(listener) {
      onEvents = listener
      await connect().catch((error: unknown) => {
        closed = true
        clearTimeout(retry)
        throw error
      })
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
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
