import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { LiveDriver } from './events.ts'
import { postgresDriver } from './postgres-driver.ts'

type Given = { config: Config; connection: pg.ClientConfig; log: Log }

/** Opens the way by which events reach the other processes of this site: the broker, else the database. */
export async function openDriver({ config: { brokerUrl, authSecret }, connection, log }: Given): Promise<LiveDriver> {
  if (!brokerUrl) return postgresDriver({ connection, log })
  // Its client is loaded by those alone who have a broker.
  const { redisDriver } = await import('./redis-driver.ts')
  return redisDriver({ url: brokerUrl, secret: authSecret, log })
}
