import pg from 'pg'
import { answerInTime } from '../answer-in-time.ts'

// The server ends a statement after 5 s, so a longer silence means that the connection is lost.
const silenceMs = 6_000
const unreadMs = 100
const lostText = 'Connection terminated: PostgreSQL has not answered in time'
const farewellMs = 1_000
const connectMs = 2_000
/** Longer, because no request waits for the first connection of a process. */
const firstConnectMs = 30_000

/**
 * Opens a PostgreSQL pool with timeouts for connections, locks, statements and lost servers. While `unhurried` runs, a
 * connection may be silent for any time. `reach` makes the first connection, with a longer timeout, and throws the error of
 * a server that is unavailable.
 */
export function postgresPool(connection: pg.ClientConfig, max = 20) {
  const pool = new pg.Pool({
    ...connection,
    // Compiling a statement just in time takes seconds for the long ones, which run for milliseconds, and cannot be cancelled meanwhile.
    options: [connection.options, '-c jit=off'].filter(Boolean).join(' '),
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
    // Uses `on`, not `once`: a connection that was idle for this long must still be watched when it is used again.
    socket.on('timeout', () => {
      if (unhurriedNow > 0) return socket.setTimeout(silenceMs)
      if (!busy.has(client)) return
      const moved = () => socket.bytesRead + socket.bytesWritten
      const before = moved()
      // If this process was stalled, the answer may have arrived and not been read yet.
      setTimeout(() => {
        // Makes the statement fail and the pool replace the connection; otherwise the next user would get a dead one.
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

/** Makes a connection outside the pool. Connecting times out after 2 s, for the first one of a process after 30 s. */
export const singleClient = ({ connection, name, isFirst = false }: Single) =>
  new pg.Client({
    ...connection,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: isFirst ? firstConnectMs : connectMs,
  })

/** Runs a query on such a connection, and closes the connection if no answer arrives within 5 s. */
export const querySingle = <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> =>
  answerInTime(client.query<Row>(text, values), () => socketOf(client).destroy(new Error(lostText)))

/** Closes a connection, by force if the server does not close it within a second. Never throws. */
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
