import pg from 'pg'
import { answerInTime } from '../answer-in-time.ts'

// The server ends a statement after 5 s, so silence beyond that is a lost connection that nobody has reported yet.
const silenceMs = 6_000
const unreadMs = 100
const lostText = 'Connection terminated: PostgreSQL has not answered in time'
const farewellMs = 1_000
const connectMs = 2_000
/** Behind the first connection of a process nobody else waits. */
const firstConnectMs = 30_000

/**
 * A pool on PostgreSQL in which nothing waits for ever: not for a connection, a lock, a statement or a lost server.
 * While `unhurried` runs, a connection may be silent for as long as it takes. `reach` makes the first connection, with
 * more patience, and throws the error of a server that is away.
 */
export function postgresPool(connection: pg.ClientConfig, max = 20) {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: connectMs,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'holdout',
  })
  const busy = new WeakSet<pg.PoolClient>()
  let unhurriedNow = 0
  pool.on('acquire', (client) => void busy.add(client))
  pool.on('release', (_error, client) => void busy.delete(client))
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket.setTimeout(silenceMs)
    // Each time, not once: a connection that was idle for so long is still to be watched when it is used again.
    socket.on('timeout', () => {
      if (unhurriedNow > 0) return socket.setTimeout(silenceMs)
      if (!busy.has(client)) return
      const moved = () => socket.bytesRead + socket.bytesWritten
      const before = moved()
      // Of a process that stood still for so long the answer may be there, and not read yet.
      setTimeout(() => {
        // Ended from here, its statement fails and the pool replaces it; otherwise it would go back silent to the next.
        if (busy.has(client) && moved() === before) socket.destroy(new Error(lostText))
      }, unreadMs)
    })
  })

  async function reach(): Promise<void> {
    pool.options.connectionTimeoutMillis = firstConnectMs
    const first = await pool.connect()
    first.release()
    pool.options.connectionTimeoutMillis = connectMs
  }

  async function unhurried<Made>(work: () => Promise<Made>): Promise<Made> {
    unhurriedNow++
    try {
      return await work()
    } finally {
      unhurriedNow--
    }
  }
  return { pool, unhurried, reach }
}

type Single = { connection: pg.ClientConfig; name: string; isFirst?: boolean }

/** A connection of its own beside the pool. Connecting gives up after 2 s, the first of a process after 30 s. */
export const singleClient = ({ connection, name, isFirst = false }: Single) =>
  new pg.Client({
    ...connection,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: isFirst ? firstConnectMs : connectMs,
  })

/** Asks on such a connection, which is given up where no answer comes within 5 s. */
export const askSingle = <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> =>
  answerInTime(client.query<Row>(text, values), () => socketOf(client).destroy(new Error(lostText)))

/** Ends a connection, at once when the server does not say good-bye within a second. Never throws. */
export async function endClient(client: pg.Client): Promise<void> {
  const impatience = setTimeout(() => socketOf(client).destroy(), farewellMs)
  await client.end().catch(() => {})
  clearTimeout(impatience)
}

type Socket = {
  readonly bytesRead: number
  readonly bytesWritten: number
  setTimeout: (ms: number) => void
  on: (event: 'timeout', whenSilent: () => void) => void
  destroy: (error?: Error) => void
}

function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
