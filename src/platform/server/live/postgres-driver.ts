import type pg from 'pg'
import type { Log } from '../log.ts'
import { askSingle, endClient, singleClient } from '../store/postgres.ts'
import type { LiveDriver } from './events.ts'
import { sharedDriver } from './shared-driver.ts'

const channel = 'holdout_live'
// PostgreSQL takes less than 8,000 bytes in one notification.
const payloadBytes = 7_500

/**
 * Through LISTEN and NOTIFY on a connection of its own, never inside a write's transaction (NOTIFY takes a lock that all
 * commits share). All processes hear the notifications in one order.
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
        await askSingle(client, `listen ${channel}`)
        hasBeen = true
      } catch (error) {
        await endClient(client)
        throw error
      }
      return {
        async send(payloads) {
          // One statement is one transaction: its notifications arrive together and in this order.
          await askSingle(client, 'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as p (payload, at) order by at', [channel, payloads])
        },
        async check() {
          await askSingle(client, 'select 1')
        },
        end: () => endClient(client),
      }
    },
  })
}
