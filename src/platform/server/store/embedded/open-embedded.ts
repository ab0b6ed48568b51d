import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StoreInUse, takeLock, takeLockSoon } from '../lock.ts'
import { adviceForLog, databaseUser, prepareCluster } from './cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { Lease } from './lease.ts'
import { endLeftovers } from './leftovers.ts'
import { type Location, locateDatabase } from './location.ts'
import { followLog } from './server-log.ts'
import { removeShortPath, shortPath } from './socket-path.ts'
import { startSupervisor, takeLease } from './supervisor.ts'

export type EmbeddedDatabase = {
  /** For a `pg` client or pool. */
  connection: pg.ClientConfig
  /**
   * Releases this process's lease. The server stops two seconds after the last lease is released. The main server, and a process that
   * started the database, wait for that, so that nothing uses the folder after a command or the site has ended.
   */
  close: () => Promise<void>
}

type Options = {
  dataDir: string
  /** True for the data folder's main server (`npm start`): a second one is refused (`StoreInUse`). */
  isMainServer: boolean
  onError: (error: Error) => void
  onSlowStatement: (line: string) => void
}

/** A busy machine can need long to start a process. One that cannot be started is reported at once. */
const startMs = 60_000
const longestPauseMs = 30_000
/** Pause between two tries to connect to a server that does not answer yet. It grows by a fifth each time: a start takes a moment, a recovery minutes. */
const answerPauseMs = { first: 20, longest: 1_000 }

/**
 * Opens the PostgreSQL server of a data folder; creates and starts it if necessary. While it is open, a server that ends is
 * restarted after a pause, which doubles each time the server runs for less than the pause. Throws `EmbeddedDatabaseError`
 * with one sentence for the operator, and `StoreInUse`.
 */
export async function openEmbedded({ dataDir, isMainServer, onError, onSlowStatement }: Options): Promise<EmbeddedDatabase> {
  removeClientDefaults()
  const location = locateDatabase(dataDir)
  const releaseServing = isMainServer ? takeLock({ folder: location.folder, name: 'server.lock' }) : () => {}
  let isClosed = false
  let lease: Lease
  let startedHere = false
  try {
    lease = await leaseRunning(location, () => {
      startedHere = true
    })
  } catch (error) {
    releaseServing()
    throw error
  }
  const stopFollowing = isMainServer ? followLog({ file: logFile(location), onSlowStatement }) : () => {}

  async function keepRunning() {
    let pauseMs = 0
    while (!isClosed) {
      const leasedAt = performance.now()
      await lease.ended
      lease.release()
      if (performance.now() - leasedAt > pauseMs) pauseMs = 0
      while (!isClosed && lease.hasEnded()) {
        await setTimeout(pauseMs, undefined, { ref: false })
        pauseMs = Math.min(longestPauseMs, pauseMs * 2 || 250)
        if (isClosed) return
        await leaseRunning(location).then((fresh) => {
          lease = fresh
        }, onError)
      }
    }
    lease.release()
  }
  void keepRunning()

  return {
    connection: connectionTo(location),
    async close() {
      isClosed = true
      stopFollowing()
      if (isMainServer || startedHere) {
        await lease.releaseAndWait()
        if (lease.hasEnded()) await forgetStopped(location)
      } else lease.release()
      releaseServing()
    },
  }
}

const logFile = ({ folder }: Location) => join(folder, 'run', 'server.log')

/** Takes a lease on a server that answers, and starts one if none runs. A lock lets only one of several processes start it. */
async function leaseRunning(location: Location, onStart = () => {}): Promise<Lease> {
  const unlock = await takeLockSoon({ folder: location.folder, name: 'start.lock' })
  try {
    const running = takeLease(location)
    if (running && (await answers(running, location))) return running
    // The server was stopping, or its supervisor was killed.
    running?.release()
    const started = await startServer(location)
    onStart()
    if (await answers(started, location)) return started
    started.release()
    throw new EmbeddedDatabaseError(adviceForLog(readLog(location), location))
  } finally {
    unlock()
  }
}

/** Removes links to a stopped server, unless another process is starting it again. */
async function forgetStopped(location: Location): Promise<void> {
  let unlock: () => void
  try {
    unlock = takeLock({ folder: location.folder, name: 'start.lock' })
  } catch (error) {
    if (error instanceof StoreInUse) return
    throw error
  }
  try {
    const running = takeLease(location)
    if (running) running.release()
    else removeShortPath(join(location.folder, 'data'))
  } finally {
    unlock()
  }
}

async function startServer(location: Location): Promise<Lease> {
  await endLeftovers(location.folder)
  prepareCluster(location)
  rmSync(logFile(location), { force: true })
  const hasEnded = startSupervisor(location)
  const end = performance.now() + startMs
  while (!hasEnded() && performance.now() <= end) {
    const lease = takeLease(location)
    if (lease) return lease
    await setTimeout(5)
  }
  const log = readLog(location)
  // The server may have ended before this process had a lease.
  throw new EmbeddedDatabaseError(
    log === '' ? `the database's supervisor did not start in ${location.folder}. It needs /bin/sh with mkfifo.` : adviceForLog(log, location),
  )
}

/** Waits until the server accepts connections, however long its recovery takes; false if it ends instead. */
async function answers(lease: Lease, location: Location): Promise<boolean> {
  const { folder } = location
  for (let pauseMs = answerPauseMs.first; !lease.hasEnded(); pauseMs = Math.min(answerPauseMs.longest, pauseMs * 1.2)) {
    const client = new pg.Client({ ...connectionTo(location), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      if (!lease.hasEnded()) return true
    } catch (error) {
      const code = String(Object(error).code)
      if (code === '28000') throw new EmbeddedDatabaseError(`the database in ${folder} was started by another user. Run this as that user, or as root.`)
      // All connections are in use, so the server answers.
      if (code === '53300') return true
      await setTimeout(pauseMs)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

const readLog = (location: Location) => (existsSync(logFile(location)) ? readFileSync(logFile(location), 'utf8') : '')

function connectionTo({ folder }: Location): pg.ClientConfig {
  const data = join(folder, 'data')
  return { user: databaseUser, database: 'postgres', ssl: false, host: data, port: 5432, stream: () => new DatabaseSocket(data) }
}

/** Connects by a path that it determines anew for each connection, and ignores the address that `connect` is called with. */
class DatabaseSocket extends Socket {
  readonly #data: string

  constructor(data: string) {
    super()
    this.#data = data
  }

  override connect(): this {
    return super.connect({ path: join(shortPath(this.#data), '.s.PGSQL.5432') })
  }
}

/** Removes settings for PostgreSQL clients in general (PGOPTIONS and others), which must not affect ours. */
function removeClientDefaults() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
}
