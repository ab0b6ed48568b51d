import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { takeLock, takeLockSoon } from '../lock.ts'
import { adviceForLog, databaseUser, prepareCluster } from './cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { endLeftovers } from './leftovers.ts'
import { type Location, locateDatabase } from './location.ts'
import { followLog } from './server-log.ts'
import { shortPath } from './socket-path.ts'
import { type Hold, startSupervisor, takeHold } from './supervisor.ts'

export type EmbeddedDatabase = {
  /** For a `pg` client or pool. */
  connection: pg.ClientConfig
  /**
   * Gives up this process's hold; the server stops two seconds after the last process has done so. The main server, and a
   * process that started the database, wait for that, so that a folder is at rest when a command or the site has ended.
   */
  close: () => Promise<void>
}

type Given = {
  dataDir: string
  /** Whether this is the process that serves the site: a second one is refused (`StoreInUse`). */
  isMainServer: boolean
  onError: (error: Error) => void
  onSlowStatement: (line: string) => void
}

const startMs = 10_000
const longestPauseMs = 30_000

/**
 * Opens the PostgreSQL server of a data folder, and makes and starts it where it does not exist or run. While it is open,
 * a server that ends is started again, with a pause that doubles while it runs for less than the pause. Throws
 * `EmbeddedDatabaseError` with one sentence for the operator, and `StoreInUse`.
 */
export async function openEmbedded({ dataDir, isMainServer, onError, onSlowStatement }: Given): Promise<EmbeddedDatabase> {
  removeClientDefaults()
  const location = locateDatabase(dataDir)
  const releaseServing = isMainServer ? takeLock({ folder: location.folder, name: 'server.lock' }) : () => {}
  let isClosed = false
  let hold: Hold
  let startedHere = false
  try {
    hold = await holdRunning(location, () => {
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
      const heldAt = performance.now()
      await hold.ended
      hold.release()
      if (performance.now() - heldAt > pauseMs) pauseMs = 0
      while (!isClosed && hold.hasEnded()) {
        await setTimeout(pauseMs, undefined, { ref: false })
        pauseMs = Math.min(longestPauseMs, pauseMs * 2 || 250)
        if (isClosed) return
        await holdRunning(location).then((fresh) => {
          hold = fresh
        }, onError)
      }
    }
    hold.release()
  }
  void keepRunning()

  return {
    connection: connectionTo(location),
    async close() {
      isClosed = true
      stopFollowing()
      if (isMainServer || startedHere) await hold.releaseAndWait()
      else hold.release()
      releaseServing()
    },
  }
}

const logFile = ({ folder }: Location) => join(folder, 'run', 'server.log')

/** Takes a hold on a server that answers, after starting it where none runs. Of several processes one starts it. */
async function holdRunning(location: Location, onStart = () => {}): Promise<Hold> {
  const unlock = await takeLockSoon({ folder: location.folder, name: 'start.lock' })
  try {
    const running = takeHold(location)
    if (running && (await answers(running, location))) return running
    // It was stopping, or its supervisor was killed.
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

async function startServer(location: Location): Promise<Hold> {
  await endLeftovers(location.folder)
  prepareCluster(location)
  rmSync(logFile(location), { force: true })
  startSupervisor(location)
  const end = performance.now() + startMs
  for (;;) {
    const hold = takeHold(location)
    if (hold) return hold
    if (performance.now() > end) throw new EmbeddedDatabaseError(`the database's supervisor did not start in ${location.folder}. Is /bin/sh with mkfifo there?`)
    await setTimeout(5)
  }
}

/** Waits until the server takes connections, however long it recovers; false when it ends instead. */
async function answers(hold: Hold, location: Location): Promise<boolean> {
  while (!hold.hasEnded()) {
    const client = new pg.Client({ ...connectionTo(location), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      if (!hold.hasEnded()) return true
    } catch (error) {
      const code = String(Object(error).code)
      if (code === '28000')
        throw new EmbeddedDatabaseError(`the database in ${location.folder} was started by another user. Run this as that user, or as root.`)
      // All connections are taken, so it answers.
      if (code === '53300') return true
      await setTimeout(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

const readLog = (location: Location) => (existsSync(logFile(location)) ? readFileSync(logFile(location), 'utf8') : '')

function connectionTo({ folder }: Location): pg.ClientConfig {
  const data = join(folder, 'data')
  return { user: databaseUser, database: 'postgres', host: data, port: 5432, ssl: false, stream: () => new DatabaseSocket(data) }
}

/** Connects to the server's socket by a short path, whatever the address it is given. */
class DatabaseSocket extends Socket {
  readonly #data: string

  constructor(data: string) {
    super()
    this.#data = data
  }

  override connect(): this {
    return super.connect(join(shortPath(this.#data), '.s.PGSQL.5432'))
  }
}

/** Settings of other PostgreSQL clients (PGOPTIONS and others) must not reach ours. */
function removeClientDefaults() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
}
