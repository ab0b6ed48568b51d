import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { LiveDriver } from './events.ts'
import { postgresDriver } from './postgres-driver.ts'

type Options = { config: Config; connection: pg.ClientConfig; log: Log }

/**
 * Opens the driver that carries events to the other processes of this site: through the broker if there is one, else the
 * database.
 */
export async function openDriver({ config: { brokerUrl, authSecret }, connection, log }: Options): Promise<LiveDriver> {
  if (!brokerUrl) return postgresDriver({ connection, log })
  // Imported here, so that sites without a broker do not load the client.
  const { redisDriver } = await import('./redis-driver.ts')
  return redisDriver({ url: brokerUrl, secret: authSecret, log })
}
