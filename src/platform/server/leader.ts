import type pg from 'pg'
import type { Log } from './log.ts'
import { askSingle, endClient, singleClient } from './store/postgres.ts'

const advisoryLock = 7_265_412
const trustMs = 5_000

/** Of all processes on one store, one does what must be done once. */
export type Leadership = { isMine: () => Promise<boolean>; stop: () => Promise<void> }

/** A process that leaves the jobs to others. */
export const neverLeader: Leadership = { isMine: async () => false, stop: async () => {} }

/**
 * The leader holds an advisory lock on a connection of its own; when it dies, another takes over. A
 * connection that does not answer is given up, and with it the lead: the server may have given the lock away.
 */
export function postgresLeader(options: { connection: pg.ClientConfig; log: Log }): Leadership {
  let client: pg.Client | null = null
  let leads = false
  let heardAt = 0
  let stopped = false
  let asking: Promise<boolean> | null = null

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
    if (leads && performance.now() - heardAt < trustMs) return true
    try {
      const asked = await connected()
      const { rows } = await askSingle<{ got: boolean }>(asked, leads ? 'select true as got' : `select pg_try_advisory_lock(${advisoryLock}) as got`)
      // Lost while the answer was on its way: then the lock is gone too.
      leads = client === asked && (rows[0]?.got ?? false) && !stopped
      heardAt = performance.now()
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
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
    async stop() {
      stopped = true
      leads = false
      if (client) await endClient(client)
    },
  }
}
