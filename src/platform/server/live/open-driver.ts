import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type LiveDriver, memoryDriver } from './events.ts'
import { postgresDriver } from './postgres-driver.ts'

/** How news reaches the other processes of this site; the embedded store has one process, which has nobody to tell. */
export async function openDriver({ databaseUrl, brokerUrl, authSecret }: Config, log: Log): Promise<LiveDriver> {
  if (!databaseUrl) return memoryDriver()
  if (!brokerUrl) return postgresDriver({ url: databaseUrl, log })
  // Its client is loaded by those alone who have a broker.
  const { redisDriver } = await import('./redis-driver.ts')
  return redisDriver({ url: brokerUrl, secret: authSecret, log })
}
