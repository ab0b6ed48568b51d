import type pg from 'pg'
import type { Log } from '../log.ts'
import { endClient, querySingle, singleClient } from '../store/postgres.ts'
import type { LiveDriver } from './events.ts'
import { sharedDriver } from './shared-driver.ts'

const channel = 'holdout_live'
// PostgreSQL allows less than 8,000 bytes in one notification.
const payloadBytes = 7_500

/**
 * Live driver that uses LISTEN and NOTIFY on its own connection, never inside a write's transaction, because NOTIFY takes a
 * lock that all commits share. All processes receive the notifications in the same order.
 */
export function postgresDriver({ connection, log }: { connection: pg.ClientConfig; log: Log }): LiveDriver {
  let hasBeen = false

  return sharedDriver({
    payloadBytes,
    log,
    reasonOf: (error) => ({ err: error }),
    async connect({ onPayload, onEnd }) {
      const client = singleClient({ connection, name: 'holdout live', isFirst: !hasBeen })
      let lastError: unknown
      client.on('error', (error) => {
        lastError = error
      })
      client.on('end', () => onEnd(lastError))
      client.on('notification', ({ payload }) => onPayload(payload ?? ''))
      try {
        await client.connect()
        await querySingle(client, `listen ${channel}`)
        hasBeen = true
      } catch (error) {
        await endClient(client)
        throw error
      }
      return {
        async send(payloads) {
          // One statement is one transaction: its notifications arrive together and in this order.
          await querySingle(client, 'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as p (payload, at) order by at', [channel, payloads])
        },
        async check() {
          await querySingle(client, 'select 1')
        },
        end: () => endClient(client),
      }
    },
  })
}
