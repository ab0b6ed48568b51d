import { createHmac } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Store } from '../store/open-store.ts'
import { postgresPool } from '../store/postgres.ts'
import type { CounterOf } from './limits.ts'

const commandMs = 1_000

/** Separate from the store's pool, because requests need a counter while they already have one of its connections. */
const ownConnections = 2

type Options = { store: Pick<Store, 'connection'>; config: Pick<Config, 'brokerUrl' | 'authSecret'> }

/**
 * Counters that all processes share and that survive a restart: in the broker if there is one, else in the table `rate_limit`,
 * which also counts while the broker is unavailable. Keys are hashed, so neither contains an address.
 */
export async function openSharedCounters({ store, config }: Options): Promise<{ counterOf: CounterOf; close: () => Promise<void> }> {
  const { pool } = postgresPool(store.connection, ownConnections)
  // The store logs that the database is unavailable.
  pool.on('error', () => {})
  const redis = config.brokerUrl ? await connectRedis(config.brokerUrl) : null

  function limiterFor({ name, points, seconds }: Parameters<CounterOf>[0]): RateLimiterAbstract {
    const options = { keyPrefix: `holdout_${name}`, points, duration: seconds }
    const inDatabase = new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // The leader's sweep (src/main/sweep.ts) removes expired rows.
      clearExpiredByTimeout: false,
    })
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inDatabase }) : inDatabase
  }

  return {
    counterOf(limit) {
      const limiter = limiterFor(limit)
      const keyOf = (caller: string) => createHmac('sha256', config.authSecret).update(`limit ${limit.name} of ${caller}`).digest('base64url')
      return { consume: (caller) => limiter.consume(keyOf(caller)) }
    },
    async close() {
      redis?.disconnect()
      await pool.end()
    },
  }
}

/** Connects to the broker and reconnects by itself. Commands sent meanwhile fail at once, and the database counts them. */
async function connectRedis(url: string) {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { connectionName: 'holdout limits', enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: commandMs })
  // The live driver logs that the broker is unavailable.
  redis.on('error', () => {})
  return redis
}
