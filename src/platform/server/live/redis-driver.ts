import { createHmac } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { answerInTime, answerMs } from '../answer-in-time.ts'
import type { Log } from '../log.ts'
import { BrokerAway, type LiveDriver } from './events.ts'
import { sharedDriver } from './shared-driver.ts'

const payloadBytes = 256 * 1024
const farewellMs = 1_000
const connectMs = 2_000
/** Behind the first connection of a process nobody else waits. */
const firstConnectMs = 30_000

// Connecting again is the shared driver's business, with what it keeps until then: nothing waits inside the client.
const options: RedisOptions = {
  lazyConnect: true,
  connectionName: 'holdout live',
  protocol: 2,
  retryStrategy: null,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  disableClientInfo: true,
  maxRetriesPerRequest: 0,
}

/**
 * Through PUBLISH and SUBSCRIBE of one server with the Redis protocol, which hands everything to all in one order. Who
 * listens may not speak there, so it is two connections, which stand and fall together. The databases of such a server
 * share their channels; `secret` keeps the sites on it apart.
 */
export function redisDriver({ url, secret, log }: { url: string; secret: string; log: Log }): LiveDriver {
  const channel = `holdout_live_${createHmac('sha256', secret).update('live channel').digest('hex').slice(0, 24)}`
  let hasBeen = false

  return sharedDriver({
    payloadBytes,
    log,
    reasonOf,
    async connect({ onPayload, onEnd }) {
      const connectTimeout = hasBeen ? connectMs : firstConnectMs
      const given = { ...options, connectTimeout }
      const [hearing, speaking] = [new Redis(url, given), new Redis(url, given)]
      const both = [hearing, speaking]
      let isOver = false
      let lastError: unknown
      function over() {
        for (const one of both) one.disconnect()
        if (isOver) return
        isOver = true
        onEnd(lastError)
      }
      for (const one of both) {
        one.on('error', (error) => {
          lastError = error
        })
        one.on('close', over)
      }
      hearing.on('message', (_channel, payload) => onPayload(payload))
      try {
        // The client waits for the server's first words before it says that it is connected.
        await answerInTime(Promise.all(both.map((one) => one.connect())), over, connectTimeout + answerMs)
        await answerInTime(hearing.subscribe(channel), over)
      } catch (error) {
        over()
        if (hasBeen) throw lastError ?? error
        throw new BrokerAway(String(reasonOf(lastError ?? error).reason))
      }
      hasBeen = true
      return {
        async send(payloads) {
          const sent = speaking.pipeline()
          for (const payload of payloads) sent.publish(channel, payload)
          const failed = (await answerInTime(sent.exec(), over))?.find(([error]) => error !== null)?.[0]
          if (failed) throw failed
        },
        async check() {
          await answerInTime(Promise.all(both.map((one) => one.ping())), over)
        },
        async end() {
          const impatience = setTimeout(over, farewellMs)
          await Promise.all(both.map((one) => one.quit())).catch(() => {})
          clearTimeout(impatience)
          over()
        },
      }
    },
  })
}

/** The client's errors carry the command that failed, which may be the one with the password. */
function reasonOf(error: unknown): { code: unknown; reason: unknown } {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  return { code, reason: message }
}
