import type pg from 'pg'
import type { Log } from './log.ts'
import { endClient, querySingle, singleClient } from './store/postgres.ts'

const advisoryLock = 7_265_412
const trustMs = 5_000

/** Among all processes on one database, one is the leader and runs the jobs that must run once. */
export type Leadership = { isMine: () => Promise<boolean>; stop: () => Promise<void> }

/** Leadership of a process that leaves the jobs to others. */
export const neverLeader: Leadership = { isMine: async () => false, stop: async () => {} }

/**
 * The leader has an advisory lock on its own connection; when it dies, another process takes over. A connection that does not
 * answer is closed and leadership given up with it, because the server may have released the lock.
 */
export function postgresLeader(options: { connection: pg.ClientConfig; log: Log }): Leadership {
  let client: pg.Client | null = null
  let leads = false
  let receivedAt = 0
  let stopped = false
  let running: Promise<boolean> | null = null

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = singleClient({ connection: options.connection, name: 'holdout leader' })
    const lose = () => {
      if (client !== fresh) return
      client = null
      leads = false
    }
    fresh.on('error', (error) => {
      options.log.warn({ err: error }, 'leader connection lost')
      lose()
    })
    fresh.on('end', lose)
    client = fresh
    await fresh.connect()
    return fresh
  }

  async function ask(): Promise<boolean> {
    if (stopped) return false
    if (leads && performance.now() - receivedAt < trustMs) return true
    try {
      const asked = await connected()
      const { rows } = await querySingle<{ got: boolean }>(asked, leads ? 'select true as got' : `select pg_try_advisory_lock(${advisoryLock}) as got`)
      // If the connection was lost while the answer was on its way, the lock is lost too.
      leads = client === asked && (rows[0]?.got ?? false) && !stopped
      receivedAt = performance.now()
      return leads
    } catch (error) {
      leads = false
      const lost = client
      client = null
      if (lost) await endClient(lost)
      throw error
    }
  }

  return {
    isMine() {
      running ??= ask().finally(() => {
        running = null
      })
      return running
    },
    async stop() {
      stopped = true
      leads = false
      if (client) await endClient(client)
    },
  }
}
