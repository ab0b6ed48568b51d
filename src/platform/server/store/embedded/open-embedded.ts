import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { takeLock, takeLockSoon } from '../lock.ts'
import { adviceForLog, databaseUser, prepareCluster } from './cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { Hold } from './hold.ts'
import { type Location, locateDatabase } from './location.ts'
import type { Manner } from './manner.ts'
import { followLog } from './server-log.ts'
import { systemManner } from './system-manner.ts'

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
  /** Whether this is the data folder's main server (`npm start`): a second one is refused (`StoreInUse`). */
  isMainServer: boolean
  onError: (error: Error) => void
  onSlowStatement: (line: string) => void
  manner?: Manner
}

/** Where the database is, and how it runs. */
type Cluster = { location: Location; manner: Manner }

const startMs = 10_000
const longestPauseMs = 30_000

/**
 * Opens the PostgreSQL server of a data folder, and makes and starts it where it does not exist or run. While it is open,
 * a server that ends is started again, with a pause that doubles while it runs for less than the pause. Throws
 * `EmbeddedDatabaseError` with one sentence for the operator, and `StoreInUse`.
 */
export async function openEmbedded({ dataDir, isMainServer, onError, onSlowStatement, manner = systemManner }: Given): Promise<EmbeddedDatabase> {
  removeClientDefaults()
  const location = locateDatabase(dataDir)
  const cluster = { location, manner }
  const releaseServing = isMainServer ? takeLock({ folder: location.folder, name: 'server.lock' }) : () => {}
  let isClosed = false
  let hold: Hold
  let startedHere = false
  try {
    hold = await holdRunning(cluster, () => {
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
        await holdRunning(cluster).then((fresh) => {
          hold = fresh
        }, onError)
      }
    }
    hold.release()
  }
  void keepRunning()

  return {
    connection: connectionTo(cluster),
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
async function holdRunning(cluster: Cluster, onStart = () => {}): Promise<Hold> {
  const { location, manner } = cluster
  const unlock = await takeLockSoon({ folder: location.folder, name: 'start.lock' })
  try {
    const running = await manner.takeHold(location)
    if (running && (await answers(running, cluster))) return running
    // It was stopping, or its supervisor was killed.
    running?.release()
    const started = await startServer(cluster)
    onStart()
    if (await answers(started, cluster)) return started
    started.release()
    throw new EmbeddedDatabaseError(adviceForLog(readLog(location), location))
  } finally {
    unlock()
  }
}

async function startServer({ location, manner }: Cluster): Promise<Hold> {
  await manner.endLeftovers(location)
  prepareCluster(location, manner)
  rmSync(logFile(location), { force: true })
  manner.startSupervisor(location)
  const end = performance.now() + startMs
  for (;;) {
    const hold = await manner.takeHold(location)
    if (hold) return hold
    if (performance.now() > end)
      throw new EmbeddedDatabaseError(`the database's supervisor did not start in ${location.folder}. Except on Windows it needs /bin/sh with mkfifo.`)
    await setTimeout(5)
  }
}

/** Waits until the server takes connections, however long it recovers; false when it ends instead. */
async function answers(hold: Hold, cluster: Cluster): Promise<boolean> {
  const { folder } = cluster.location
  while (!hold.hasEnded()) {
    const client = new pg.Client({ ...connectionTo(cluster), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      if (!hold.hasEnded()) return true
    } catch (error) {
      const code = String(Object(error).code)
      if (code === '28000') throw new EmbeddedDatabaseError(`the database in ${folder} was started by another user. Run this as that user, or as root.`)
      if (code === '28P01')
        throw new EmbeddedDatabaseError(`the database in ${folder} refuses the password of ${join(folder, 'run', 'password')}. Put that file back.`)
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

const connectionTo = ({ location, manner }: Cluster): pg.ClientConfig => ({
  user: databaseUser,
  database: 'postgres',
  ssl: false,
  ...manner.connect(location),
})

/** Settings of other PostgreSQL clients (PGOPTIONS and others) must not reach ours. */
function removeClientDefaults() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
}
