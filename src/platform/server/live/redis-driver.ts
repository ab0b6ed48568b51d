import { createHmac } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { answerInTime, answerMs } from '../answer-in-time.ts'
import type { Log } from '../log.ts'
import { BrokerUnavailable, type LiveDriver } from './events.ts'
import { sharedDriver } from './shared-driver.ts'

const payloadBytes = 256 * 1024
const farewellMs = 1_000
const connectMs = 2_000
/** Longer, because no request waits for the first connection of a process. */
const firstConnectMs = 30_000

// The shared driver reconnects and keeps unsent messages, so the client must neither retry nor queue commands.
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
 * Live driver that uses PUBLISH and SUBSCRIBE of a server with the Redis protocol, which delivers all messages to all
 * subscribers in the same order. A subscribed connection cannot publish, so there are two; when one is lost, both are closed.
 * The databases of such a server share their channels, so the channel's name is derived from `secret`, which differs per site.
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
        // `connect` also waits for the answers to the client's first commands, which `connectTimeout` does not limit.
        await answerInTime(Promise.all(both.map((one) => one.connect())), over, connectTimeout + answerMs)
        await answerInTime(hearing.subscribe(channel), over)
      } catch (error) {
        over()
        if (hasBeen) throw lastError ?? error
        throw new BrokerUnavailable(String(reasonOf(lastError ?? error).reason))
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

/** Returns code and message only: the client's errors also contain the failed command, which may include the password. */
function reasonOf(error: unknown): { code: unknown; reason: unknown } {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  return { code, reason: message }
}
