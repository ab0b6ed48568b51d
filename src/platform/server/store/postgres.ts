import pg from 'pg'

// The server ends a statement after 5 s, so silence beyond that is a lost connection that nobody has reported yet.
const silenceMs = 6_000
const farewellMs = 1_000

/**
 * A pool on PostgreSQL in which nothing waits for ever: not for a connection, a lock, a statement or a lost server.
 * While `unhurried` runs, a connection may be silent for as long as it takes.
 */
export function postgresPool(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2_000,
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
    socket.setTimeout(silenceMs, () => {
      if (unhurriedNow > 0) socket.setTimeout(silenceMs)
      // Ended from here, its statement fails and the pool replaces it; otherwise it would go back silent to the next.
      else if (busy.has(client)) socket.destroy(new Error('Connection terminated: PostgreSQL has not answered in time'))
    })
  })

  async function unhurried<Made>(work: () => Promise<Made>): Promise<Made> {
    unhurriedNow++
    try {
      return await work()
    } finally {
      unhurriedNow--
    }
  }
  return { pool, unhurried }
}

/** A connection of its own beside the pool. Connecting gives up after 2 s, a query after 5 s. */
export const singleClient = (options: { url: string; name: string }) =>
  new pg.Client({
    connectionString: options.url,
    application_name: options.name,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  })

/** Ends a connection, at once when the server does not say good-bye within a second. Never throws. */
export async function endClient(client: pg.Client): Promise<void> {
  const impatience = setTimeout(() => socketOf(client).destroy(), farewellMs)
  await client.end().catch(() => {})
  clearTimeout(impatience)
}

type Socket = { setTimeout: (ms: number, whenSilent?: () => void) => void; destroy: (error?: Error) => void }

function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
