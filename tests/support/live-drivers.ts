import { connect } from 'node:net'
import type { LiveDriver } from '#platform/server/live/events.ts'
import { postgresDriver } from '#platform/server/live/postgres-driver.ts'
import { redisDriver } from '#platform/server/live/redis-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { makeDatabase, ownPool } from './databases.ts'

const log = openLog('silent')

/** The server with the Redis protocol that tests may use. */
export const testBroker = process.env.TEST_BROKER_URL ?? 'redis://127.0.0.1:6379'

/** The drivers for messages between processes that this run can test. */
export const liveDrivers: { name: string; make: () => Promise<Made> }[] = [
  { name: 'PostgreSQL', make: throughPostgres },
  ...((await brokerAnswers()) ? [{ name: 'Redis', make: throughRedis }] : []),
]

type Made = {
  open: () => LiveDriver
  /** Ends all connections between the processes. */
  cut: () => Promise<void>
  drop: () => Promise<void>
}

async function throughPostgres(): Promise<Made> {
  const database = await makeDatabase()
  const admin = ownPool({ connectionString: database.url })
  return {
    open: () => postgresDriver({ connection: { connectionString: database.url }, log }),
    async cut() {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'holdout live'")
    },
    async drop() {
      await admin.end()
      await database.drop()
    },
  }
}

async function throughRedis(): Promise<Made> {
  const { openFaultProxy } = await import('./fault-proxy.ts')
  const proxy = await openFaultProxy(testBroker)
  const secret = `test ${process.pid} ${Math.random()}`
  return {
    open: () => redisDriver({ url: proxy.url, secret, log }),
    async cut() {
      await proxy.refuse()
      await proxy.pass()
    },
    drop: proxy.close,
  }
}

export async function brokerAnswers(): Promise<boolean> {
  const { hostname, port } = new URL(testBroker)
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 2_000 })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
  if (!answers) console.log('No server with the Redis protocol answers, so the tests that need one are skipped. Name one with TEST_BROKER_URL.')
  return answers
}
