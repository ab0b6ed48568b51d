import pg from 'pg'
import type { Log } from './log.ts'

const advisoryLock = 7_265_412

/** Of all processes on one store, one does what must be done once. */
export type Leadership = { isMine: () => Promise<boolean>; stop: () => Promise<void> }

/** The embedded store has one process, which leads. */
export const soleLeader: Leadership = { isMine: async () => true, stop: async () => {} }

/** On PostgreSQL the leader holds an advisory lock on a connection of its own; when it dies, another takes over. */
export function postgresLeader(options: { url: string; log: Log }): Leadership {
  let client: pg.Client | null = null
  let leads = false
  let stopped = false
  let asking: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    if (leads || stopped) return leads && !stopped
    if (!client) {
      const fresh = new pg.Client({ connectionString: options.url, application_name: 'holdout leader', keepAlive: true })
      const lose = () => {
        if (client === fresh) client = null
        leads = false
      }
      fresh.on('error', (error) => {
        options.log.warn({ err: error }, 'leader connection lost')
        lose()
      })
      fresh.on('end', lose)
      await fresh.connect()
      client = fresh
    }
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [advisoryLock])
    leads = rows[0]?.got ?? false
    return leads
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
      await client?.end().catch(() => {})
    },
  }
}
